package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// kinds are whose memory is measured.
var kinds = [...]string{"page", "worker", "view", "solver"}

// sample is what was measured after some actions: MB of memory, by kinds.
type sample struct {
	actions int
	memory  [len(kinds)]float64
}

const megabyte = 1 << 20

// measure has the page come to rest, collects the garbage of JavaScript, and prints a line. A dialog is closed before, since it may show the page once
// more, with a program of its own.
func (s *soak) measure() {
	visit.Evaluate[any](s.visit, "for (const open of document.querySelectorAll('dialog[open]')) open.close()")
	s.visit.Answered()
	m := sample{actions: s.actions}
	m.memory[0], m.memory[2] = s.read(func() (context.Context, func()) { return s.visit.Tab, func() {} })
	m.memory[1], m.memory[3] = s.read(s.worker)
	nodes, err := chromedp.Call(s.visit.Tab, memory.GetDOMCounters, cdp.Empty{})
	if err != nil {
		s.visit.Judge.Fatal(err)
	}
	points := visit.Evaluate[int](s.visit, "conelab.get().then((p) => p.data.x.length, () => 0)")
	s.measured = append(s.measured, m)
	fmt.Printf("%8d%10.1f%10.1f%10.1f%10.1f%10d%8d\n", s.actions, m.memory[0], m.memory[1], m.memory[2], m.memory[3], nodes.Nodes, points)
}

// worker attaches to the worker of the page; leave ends that.
func (s *soak) worker() (ctx context.Context, leave func()) {
	targets, err := chromedp.Targets(s.visit.Tab)
	if err != nil {
		s.visit.Judge.Fatal(err)
	}
	for _, t := range targets {
		if t.Type == "worker" && strings.HasPrefix(t.URL, s.visit.Site) {
			return chromedp.NewContext(s.visit.Tab, chromedp.WithTargetID(t.TargetID), chromedp.WithDetachOnCancel())
		}
	}
	s.visit.Judge.Fatal("there is no worker")
	return nil, nil
}

const (
	patience = 20 * time.Second // for the browser's answer
	attempts = 3
)

// read returns the MB that JavaScript uses in a page or worker, and those of the memory of its WebAssembly. The browser sometimes leaves a question
// about a worker unanswered, and answers it after attaching again.
func (s *soak) read(attach func() (ctx context.Context, leave func())) (script, program float64) {
	var err error
	for range attempts {
		ctx, leave := attach()
		script, program, err = readIn(ctx)
		leave()
		if err == nil {
			return script, program
		}
	}
	s.visit.Judge.Fatal(err)
	return 0, 0
}

func readIn(ctx context.Context) (script, program float64, err error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	err = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			return err
		}
		heap, err := cdp.Call(ctx, target, runtime.GetHeapUsage, cdp.Empty{})
		if err != nil {
			return err
		}
		script = heap.UsedSize / megabyte
		program, err = instances(ctx, target)
		return err
	}))
	return script, program, err
}

// instances returns the MB of all WebAssembly memories.
func instances(ctx context.Context, target *chromedp.Target) (float64, error) {
	const group = "soak"
	prototype, err := cdp.Call(ctx, target, runtime.Evaluate, runtime.EvaluateParams{Expression: "WebAssembly.Memory.prototype", ObjectGroup: group})
	if err != nil {
		return 0, err
	}
	found, err := cdp.Call(ctx, target, runtime.QueryObjects, runtime.QueryObjectsParams{PrototypeObjectID: prototype.Result.ObjectID, ObjectGroup: group})
	if err != nil {
		return 0, err
	}
	sum, err := cdp.Call(ctx, target, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		ObjectID: found.Objects.ObjectID, ReturnByValue: new(true), FunctionDeclaration: "function () { return this.reduce((sum, m) => sum + m.buffer.byteLength, 0) }",
	})
	if err != nil {
		return 0, err
	}
	var bytes float64
	if _, err := fmt.Sscan(string(sum.Result.Value), &bytes); err != nil {
		return 0, err
	}
	_, err = cdp.Call(ctx, target, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: group})
	return bytes / megabyte, err
}
