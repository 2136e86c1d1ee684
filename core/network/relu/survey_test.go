package relu

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"syscall"
	"testing"
	"time"

	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano())
}

var (
	surveyed   = flag.Int("survey", 0, "")
	surveySeed = flag.Uint64("surveyseed", 1, "")
	surveyLoss = flag.String("surveyloss", "squared", "")
	only       = flag.Int("only", -1, "")
	brutely    = flag.Bool("brute", false, "")
	maxN       = flag.Int("maxn", 200, "")
)

func picture(kind int, n int, rng *rand.Rand) (x, y []float64) {
	x, y = make([]float64, 2*n), make([]float64, n)
	for i := range n {
		a, b := 2*rng.Float64()-1, 2*rng.Float64()-1
		label := func(yes bool) {
			y[i] = -1
			if yes {
				y[i] = 1
			}
		}
		switch kind {
		case 0, 8, 9:
			label(a*a+b*b < 0.5)
		case 1:
			label(a*b > 0)
		case 2:
			t := rng.Float64() * 3 * math.Pi
			s := float64(2*(i%2) - 1)
			a, b = s*t/10*math.Cos(t), s*t/10*math.Sin(t)
			label(i%2 == 0)
		case 3:
			t := rng.Float64() * math.Pi
			if i%2 == 0 {
				a, b = math.Cos(t)-0.5, math.Sin(t)-0.25
			} else {
				a, b = 0.5-math.Cos(t), 0.25-math.Sin(t)
			}
			a, b = a+0.1*rng.NormFloat64(), b+0.1*rng.NormFloat64()
			label(i%2 == 0)
		case 4:
			label((int(math.Floor(2*a))+int(math.Floor(2*b)))%2 == 0)
		case 5:
			label(rng.IntN(2) == 0)
		case 6:
			a, b = math.Round(7*a)/7, math.Round(7*b)/7
			label(rng.IntN(3) > 0 == (a*a+b*b < 0.5))
		case 7:
			if i >= n/2 {
				a, b = x[2*(i-n/2)], x[2*(i-n/2)+1]
			}
			label(rng.IntN(2) == 0)
		}
		if kind == 8 {
			b = a/3 + 0.1
			label(math.Sin(5*a) > 0)
		}
		if kind == 9 && i >= n/2 {
			j := i - n/2
			a, b = math.Nextafter(x[2*j], float64(rng.IntN(3)-1)*9), math.Nextafter(x[2*j+1], float64(rng.IntN(3)-1)*9)
			y[i] = -y[j]
		}
		x[2*i], x[2*i+1] = a, b
	}
	return x, y
}

func TestSurvey(t *testing.T) {
	if *surveyed == 0 {
		t.Skip()
	}
	kind, _ := loss.Parse(*surveyLoss)
	var j Job
	fails, worst, false_ := 0, time.Duration(0), 0
	var times []float64
	for i := range *surveyed {
		rng := rand.New(rand.NewPCG(*surveySeed, uint64(i)))
		n := 20 + rng.IntN(*maxN-19)
		beta := math.Pow(10, 1-3*rng.Float64())
		x, y := picture(i%10, n, rng)
		kappa := []float64{0, 0, 0.1, -1}[rng.IntN(4)]
		if *only >= 0 && i != *only {
			continue
		}
		p := Problem{X: x, Y: y, D: 2, Loss: kind, Beta: beta, Activation: Activation{Slope: kappa}}
		start := cpu()
		r := j.Run(p)
		took := (cpu() - start)
		worst = max(worst, took)
		times = append(times, took.Seconds()*1e3)
		if r.Status != certify.Optimal {
			fails++
			fmt.Printf("%d: kind %d n %d beta %.3g kappa %g: gap %.3g cost %.6g neurons %d calls %d steps %d %v\n", i, i%10, n, beta, kappa, r.Gap, r.Objective, len(r.Neurons), r.Iterations, r.Steps, took)
		} else if took > 2*time.Second {
			fmt.Printf("slow %d: kind %d n %d beta %.3g kappa %g: gap %.3g cost %.6g neurons %d calls %d steps %d %v\n", i, i%10, n, beta, kappa, r.Gap, r.Objective, len(r.Neurons), r.Iterations, r.Steps, took)
		}
		if *brutely {
			c := certify.Claim{Objective: r.Objective, Lower: r.Lower, Gap: r.Gap, Neurons: r.Neurons}
			for _, v := range r.Dual {
				c.Dual = append(c.Dual, []float64{v})
			}
			v := Check(p, &c)
			if v.Pass != (r.Status == certify.Optimal) {
				false_++
				fmt.Printf("false %d: kind %d n %d beta %.3g kappa %g: gap %.3g, brute %.3g %+v\n", i, i%10, n, beta, kappa, r.Gap, v.Gap, v.Findings)
			}
		}
	}
	sort.Float64s(times)
	fmt.Printf("%s: %d of %d failed, false %d, worst %v, median %.3g ms\n", kind, fails, *surveyed, false_, worst, times[len(times)/2])
}

func TestDrag(t *testing.T) {
	if *surveyed == 0 {
		t.Skip()
	}
	kind, _ := loss.Parse(*surveyLoss)
	for _, n := range []int{20, 80, 200} {
		rng := rand.New(rand.NewPCG(*surveySeed, uint64(n)))
		x, y := picture(0, n, rng)
		p := Problem{X: x, Y: y, D: 2, Loss: kind, Beta: 0.1}
		var j, k Job
		j.Run(p)
		var warm, cold []float64
		bad, calls := 0, 0
		for range 20 {
			i := rng.IntN(n)
			s := math.Pow(10, -2.5+1.5*rng.Float64())
			x[2*i] += s * rng.NormFloat64()
			x[2*i+1] += s * rng.NormFloat64()
			start := cpu()
			r := j.RunFrom(p)
			warm = append(warm, (cpu()-start).Seconds()*1e3)
			start = cpu()
			c := k.Run(p)
			cold = append(cold, (cpu()-start).Seconds()*1e3)
			calls += r.Iterations
			if r.Status != "optimal" || math.Abs(r.Objective-c.Objective) > 2e-8*c.Objective {
				bad++
				fmt.Println(r.Status, r.Gap, c.Gap, r.Objective, c.Objective)
			}
		}
		sort.Float64s(warm)
		sort.Float64s(cold)
		fmt.Printf("n %d: warm median %.3g max %.3g, cold median %.3g max %.3g; %d bad, %d calls\n", n, warm[10], warm[19], cold[10], cold[19], bad, calls)
		a := testing.AllocsPerRun(5, func() {
			x[0] += 1e-3
			j.RunFrom(p)
		})
		b := testing.AllocsPerRun(2, func() { j.Run(p) })
		fmt.Println("allocs warm", a, "cold", b)
	}
}
