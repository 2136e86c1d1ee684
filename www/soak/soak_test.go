// Package soak uses the page for a long time as many visitors would one after the other, by its own controls, and prints what
// memory that takes: of the JavaScript of the page and of its worker, and of both instances of the program.
// It begins with a tour of everything that the page can show, and goes on at random. It is for build.sh:
//
//	go test -run - -bench . -benchtime 1x -timeout 0 ./www/soak [-minutes 10] [-seed 1]
//
// It fails if the page writes an error to its console, or if in the second half of the run, which begins after 500 actions at the
// earliest, some memory grows by more than a tenth. WebAssembly never gives memory back, so what is measured of the program is the
// most that it ever needed at once.
package soak

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

const (
	stride = 100 // actions between two measurements
	warm   = 500 // actions before which memory may grow
	most   = 1.1 // times what it was by then that a memory may be later
	slack  = 1   // MB more that JavaScript may take: it is small, and collects its own garbage when it likes
)

var (
	minutes = flag.Int("minutes", 10, "how long it takes")
	seed    = flag.Uint64("seed", 1, "of the random actions")
)

func BenchmarkSoak(b *testing.B) {
	site, err := visit.Publish()
	if err != nil {
		b.Fatal(err)
	}
	defer site.Close()
	s := &soak{random: rand.New(rand.NewPCG(*seed, *seed)), silent: map[target.ID]bool{}}
	b.Cleanup(func() {
		if b.Failed() {
			b.Logf("seed %d, action %d, %s", *seed, s.actions, s.last)
		}
	})
	s.use(site.Open(b, visit.Small(), visit.Undrawn()), time.Duration(*minutes)*time.Minute)
	if err := s.verdict(); err != nil {
		b.Error(err)
	}
}

// use makes the tour and then acts at random, until the length of time is over.
func (s *soak) use(v *visit.Visit, length time.Duration) {
	s.visit = v
	v.Patience = 10 * time.Minute // a race of many runs, on a busy machine
	s.visit.Await("conelab.stats().frames > 0")
	visit.Evaluate[any](s.visit, controls)
	fmt.Printf("seed %d; MB of memory, after the garbage was collected\n%8s%10s%10s%10s%10s\n", *seed, "actions", "page", "worker", "view", "solver")
	s.measure()
	begin := time.Now()
	s.tour()
	for time.Since(begin) < length || s.actions%stride > 0 {
		if s.act(); s.actions%stride == 0 {
			s.measure()
		}
	}
	s.visit.Close()
}

// soak is a visit that does not end.
type soak struct {
	visit    *visit.Visit
	random   *rand.Rand
	actions  int
	last     string // what was done
	measured []sample
	silent   map[target.ID]bool // workers that have left a question unanswered
}

// allowed returns up to how many MB a kind of memory may have grown, given what it was when the page was warm.
func allowed(kind int, ground float64) float64 {
	if kind >= 2 { // an instance of the program
		return most * ground
	}
	return most*ground + slack
}

// verdict says what has grown in the second half. A single measurement may be larger: JavaScript may hold a large message just then.
func (s *soak) verdict() error {
	half := max(warm/stride, len(s.measured)/2)
	if len(s.measured) < half+3 {
		return fmt.Errorf("%d actions are too few to tell", s.actions)
	}
	first := s.measured[half]
	for i, name := range kinds {
		// The largest measurement of the first half is the ground: work differs in size.
		ground := 0.0
		for _, m := range s.measured[:half+1] {
			ground = max(ground, m.memory[i])
		}
		for j := half + 1; j+1 < len(s.measured); j++ {
			if m := min(s.measured[j].memory[i], s.measured[j+1].memory[i]); m > allowed(i, ground) {
				return fmt.Errorf("the memory of the %s has grown from %.1f to %.1f MB between %d and %d actions",
					name, ground, m, first.actions, s.measured[j+1].actions)
			}
		}
	}
	fmt.Printf("flat after %d actions\n", first.actions)
	return nil
}

// kinds are whose memory is measured.
var kinds = [...]string{"page", "worker", "view", "solver"}

// sample is what was measured after some actions: MB of memory, by kinds.
type sample struct {
	actions int
	memory  [len(kinds)]float64
}

const megabyte = 1 << 20

// measure has the page come to rest, collects the garbage of JavaScript, and prints a line. A dialog is closed before, since it
// may show the page once more, with a program of its own.
func (s *soak) measure() {
	visit.Evaluate[any](s.visit, "for (const open of document.querySelectorAll('dialog[open]')) open.close()")
	m := sample{actions: s.actions}
	m.memory[0], m.memory[2] = s.read(func() (context.Context, func()) { return s.visit.Tab, func() {} })
	m.memory[1], m.memory[3] = s.read(s.worker)
	s.measured = append(s.measured, m)
	fmt.Printf("%8d%10.1f%10.1f%10.1f%10.1f\n", s.actions, m.memory[0], m.memory[1], m.memory[2], m.memory[3])
}

// worker attaches to the worker of the page; leave ends that.
func (s *soak) worker() (ctx context.Context, leave func()) {
	within, stop := context.WithTimeout(s.visit.Tab, patience)
	defer stop()
	targets, err := chromedp.Targets(within)
	if err != nil {
		s.visit.TB.Fatal(err)
	}
	for _, t := range targets {
		if t.Type == "worker" && strings.HasPrefix(t.URL, s.visit.Site) && !s.silent[t.TargetID] {
			s.silent[t.TargetID] = true // until it has answered
			return chromedp.NewContext(s.visit.Tab, chromedp.WithTargetID(t.TargetID), chromedp.WithDetachOnCancel())
		}
	}
	s.visit.TB.Fatal("there is no worker")
	return nil, nil
}

const (
	patience = 20 * time.Second // for the browser's answer
	attempts = 3
)

// read returns the MB that JavaScript uses in a page or worker, and those of the memory of its WebAssembly. A worker that the page is
// replacing leaves questions unanswered. Once the page answers again, it has the next one.
func (s *soak) read(attach func() (ctx context.Context, leave func())) (script, program float64) {
	var err error
	for range attempts {
		s.visit.Answered()
		s.checkWarnings()
		ctx, leave := attach()
		script, program, err = readIn(ctx)
		leave()
		if err == nil {
			clear(s.silent)
			return script, program
		}
	}
	s.visit.TB.Fatal(err)
	return 0, 0
}

func readIn(ctx context.Context) (script, program float64, err error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	err = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, in *chromedp.Target) error {
		if _, err := cdp.Call(ctx, in, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			return err
		}
		heap, err := cdp.Call(ctx, in, runtime.GetHeapUsage, cdp.Empty{})
		if err != nil {
			return err
		}
		script = heap.UsedSize / megabyte
		program, err = instances(ctx, in)
		return err
	}))
	return script, program, err
}

// instances returns the MB of all WebAssembly memories.
func instances(ctx context.Context, in *chromedp.Target) (float64, error) {
	const group = "soak"
	prototype, err := cdp.Call(ctx, in, runtime.Evaluate, runtime.EvaluateParams{
		Expression: "WebAssembly.Memory.prototype", ObjectGroup: group,
	})
	if err != nil {
		return 0, err
	}
	found, err := cdp.Call(ctx, in, runtime.QueryObjects, runtime.QueryObjectsParams{
		PrototypeObjectID: prototype.Result.ObjectID, ObjectGroup: group,
	})
	if err != nil {
		return 0, err
	}
	sum, err := cdp.Call(ctx, in, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		ObjectID: found.Objects.ObjectID, ReturnByValue: new(true),
		FunctionDeclaration: "function () { return this.reduce((sum, m) => sum + m.buffer.byteLength, 0) }",
	})
	if err != nil {
		return 0, err
	}
	var bytes float64
	if _, err := fmt.Sscan(string(sum.Result.Value), &bytes); err != nil {
		return 0, err
	}
	_, err = cdp.Call(ctx, in, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: group})
	return bytes / megabyte, err
}

// TestVerdict has memories that rise for ever, rise in the first half, rise by less and by more than a tenth, and are larger once.
func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		kind   int
		memory func(actions float64) float64
		grows  bool
	}{
		"for ever":    {2, func(n float64) float64 { return 40 + n/100 }, true},
		"at first":    {3, func(n float64) float64 { return min(60, n/5) }, false},
		"less":        {3, func(n float64) float64 { return 24 + n/500 }, false},
		"more":        {3, func(n float64) float64 { return 24 + n/200 }, true},
		"small":       {3, func(n float64) float64 { return 1 + n/1000 }, true},
		"script":      {0, func(n float64) float64 { return 3 + n/500 }, true},
		"once":        {0, func(n float64) float64 { return 4 + 4*float64(int(n/1600)%2*(1-int(n/1700))) }, false},
		"up and down": {1, func(n float64) float64 { return 5 + float64(int(n/100)%2) }, false},
	} {
		s := &soak{}
		for n := 0; n <= 2000; n += stride {
			m := sample{actions: n}
			m.memory[c.kind] = c.memory(float64(n))
			s.measured = append(s.measured, m)
		}
		err := s.verdict()
		if (err != nil) != c.grows || err != nil && !strings.Contains(err.Error(), kinds[c.kind]) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (&soak{measured: make([]sample, 3)}).verdict(); err == nil {
		t.Error("three measurements are enough")
	}
}
