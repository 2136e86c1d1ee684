package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"

	"conelab/core/format/document"
	"conelab/core/numeric/parallel"
)

// after makes interrupts come once the clock has been read the given number of times. Each reading advances it by a tenth of a second.
// It returns how many readings are left.
func after(s *streams, ticks int) *int {
	ctx, interrupt := context.WithCancel(context.Background())
	now := time.Unix(0, 0)
	s.interrupts = func() context.Context { return ctx }
	s.clock = func() time.Time {
		if ticks--; ticks == 0 {
			interrupt()
		}
		now = now.Add(100 * time.Millisecond)
		return now
	}
	return &ticks
}

// uninterrupted is more readings of the clock than a command takes.
const uninterrupted = 1_000_000

// interrupted runs a command on a terminal and interrupts it after so many readings of the clock, which it reads wherever it shows its
// progress.
func interrupted(stdin string, ticks int, args ...string) outcome {
	o, _ := counted(stdin, ticks, args...)
	return o
}

// counted is interrupted, and returns how many readings there were.
func counted(stdin string, ticks int, args ...string) (o outcome, count int) {
	var out, stderr bytes.Buffer
	s := newStreams(strings.NewReader(stdin), &out, &stderr)
	s.terminal = true
	left := after(s, 2+ticks) // the clock is read twice at the beginning
	code := s.run(args)
	return outcome{code: code, out: out.String(), errors: stderr.String()}, 2 + ticks - *left
}

// TestInterrupt: the document is valid and says that it was interrupted, and a solution passes the check with the gap that it states.
func TestInterrupt(t *testing.T) {
	made := execute("", "generate", "--n", "40", "--d", "5")
	for steps := range 6 {
		o := interrupted(made.out, steps, "solve")
		s := solutionOf(t, o.out)
		if o.code != exitFailed || s.Status != "stopped" || !(s.Gap >= 0) {
			t.Fatalf("after %d steps: exit %d: %s", steps, o.code, o.out)
		}
		file, tolerance := write(t, "solution.json", o.out), fmt.Sprintf("--tolerance=%.17g", min(0.999, s.Gap*(1+1e-6)))
		if c := execute(made.out, "check", tolerance, "-", file); s.Gap < 0.99 && c.code != exitDone {
			t.Errorf("after %d steps: the check says %s", steps, c.out)
		}
		expect(t, execute(made.out, "check", "-", file), exitFailed, `"verdict":"NOT CERTIFIED`)
	}
}

// TestResume: a run that goes on from an interrupted one ends certified, with fewer iterations than one from the start; a solution
// of another problem is refused.
func TestResume(t *testing.T) {
	made := execute("", "generate", "--n", "300", "--d", "6")
	problem := write(t, "problem.json", made.out)
	iterations := func(o outcome) int {
		s := solutionOf(t, o.out)
		if s.Status != "optimal" || o.code != exitDone {
			t.Fatalf("%+v", o)
		}
		return s.Iterations
	}
	for _, method := range []string{"interior-point", "corrective"} {
		whole := iterations(execute("", "solve", "--method", method, problem))
		_, ticks := counted(made.out, uninterrupted, "solve", "--method", method)
		stopped := interrupted(made.out, ticks*9/10, "solve", "--method", method)
		file := write(t, "stopped.json", stopped.out)
		resumed := execute("", "solve", "--method", method, "--resume", file, problem)
		if count := iterations(resumed); count >= whole {
			t.Errorf("%s: %d iterations, from the start %d", method, count, whole)
		}
		expect(t, execute(resumed.out, "check", problem, "-"), exitDone)
		for _, other := range [][]string{{"--beta", "0.5", problem},
			{write(t, "other.json", execute("", "generate", "--n", "300", "--d", "6", "--seed", "2").out)}} {
			expect(t, execute("", append([]string{"solve", "--resume", file}, other...)...), exitBadInput, "belongs to another problem")
		}
	}
}

// TestInterruptOfGrid: an interrupt while the largest beta is looked for, wherever it comes, ends the search after few more polls.
func TestInterruptOfGrid(t *testing.T) {
	parallel.SetThreads(1)
	defer parallel.SetThreads(0)
	made := execute("", "generate", "--kind", "convolutional", "--n", "3000", "--d", "9", "--input", "9", "--filter", "2", "--pool", "global")
	file := write(t, "problem.json", made.out)
	for polls := 1; polls < 30; polls += 4 {
		var out, stderr bytes.Buffer
		s := newStreams(strings.NewReader(""), &out, &stderr)
		ctx := parallel.NewCountdown(polls)
		s.interrupts = func() context.Context { return ctx }
		code := s.run([]string{"path", "--count", "4", file})
		none := out.Len() == 0 && stderr.String() == "conelab: interrupted\n"
		if code != exitFailed || !none && !strings.Contains(out.String(), `"points":[]`) || ctx.Asked > polls+60 {
			t.Errorf("interrupted at poll %d, asked %d times, exit %d: %s%s", polls, ctx.Asked, code, out.String(), stderr.String())
		}
	}
}

// TestInterruptedCrossValidation: before the first fold ends none of the betas is called the best, and without a proof of all folds --best
// writes no network, nor anything else in its place.
func TestInterruptedCrossValidation(t *testing.T) {
	made := execute("", "generate", "--n", "60", "--d", "8", "--classes").out
	args := []string{"path", "--folds", "4", "--count", "5"}
	_, count := counted(made, uninterrupted, args...)
	before, after := false, false
	for ticks := 1; ticks < count; ticks += max(1, count/12) {
		o := interrupted(made, ticks, args...)
		if o.code != exitFailed || o.out == "" {
			continue // before there was anything to show
		}
		d := decode[document.CrossValidation](t, o.out)
		none := strings.Contains(d.Message, "after 0 of 4")
		before, after = before || none, after || !none
		if strings.Count(o.errors, string(d.Status)+": ") != 1 || (d.Beta == 0) != none || (d.Best == 0) != none ||
			strings.Contains(o.errors, ": the best ") == none {
			t.Errorf("after %d readings: best %g: %s", ticks, d.Best, o.errors)
		}
		best := interrupted(made, ticks, append(args, "--best")...)
		if best.code != exitFailed || best.out != "" || !strings.Contains(best.errors, " No network is chosen: ") {
			t.Errorf("--best after %d readings: %+v", ticks, best)
		}
	}
	if !before || !after {
		t.Errorf("%d readings: stopped in the first fold: %v, and after it: %v", count, before, after)
	}
}

// TestProgress: a bar appears after half a second and is removed at the end. There is none without a terminal.
func TestProgress(t *testing.T) {
	made := execute("", "generate", "--n", "40", "--d", "5")
	o := interrupted(made.out, uninterrupted, "solve")
	drawn := strings.Split(strings.TrimPrefix(o.errors, "\r"), "\r")
	if o.code != exitDone || len(drawn) < 5 || !strings.HasPrefix(drawn[0], "solve: ") ||
		!strings.HasPrefix(drawn[len(drawn)-1], "\x1b[Koptimal: objective") {
		t.Errorf("%q", o.errors)
	}
	last := 0
	for _, line := range drawn[:len(drawn)-1] {
		now := 0
		if _, err := fmt.Sscanf(line, "solve: %d %%,", &now); err != nil || now < last || now > 100 {
			t.Errorf("%q after %d", line, last)
		}
		last = now
	}
	var files []string
	for range 20 {
		files = append(files, write(t, "part.csv", "1,2,3\n4,5,6\n"))
	}
	expect(t, interrupted("", 1000, append([]string{"sums"}, files...)...), exitDone, "s, about 1 s left")
	if silent := execute(made.out, "solve"); silent.errors != "" {
		t.Errorf("%q", silent.errors)
	}
}

// TestCatch: a signal interrupts the work from its beginning on, and the document says so. Commands without such work do not catch it.
func TestCatch(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	for _, s := range []os.Signal{os.Interrupt, hangUp} {
		if signal.Ignored(s) { // as under nohup
			continue
		}
		ctx = interruptContext()
		if err := self.Signal(s); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
	}
	for command, code := range map[string]int{"solve": exitFailed, "decompose": exitDone} {
		var out, stderr bytes.Buffer
		in := map[string]string{"solve": small, "decompose": "1 0\n0 1\n"}[command]
		s := newStreams(strings.NewReader(in), &out, &stderr)
		s.interrupts = func() context.Context { return ctx }
		if got := s.run([]string{command}); got != code || strings.Contains(out.String(), `"status":"stopped"`) != (code == exitFailed) {
			t.Errorf("%s: exit %d, %s%s", command, got, out.String(), stderr.String())
		}
	}
}
