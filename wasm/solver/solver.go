//go:build js

// Package solver runs a session in a Web Worker: it hands the page's intents to the session, lets it work for as long as it is
// granted, and posts the answers. It holds no state of its own but the buffers of the answers.
package solver

import (
	"encoding/json"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/core/numeric/parallel"
	"conelab/wasm/bound"
	"conelab/wasm/bridge"
)

// intentGrant is how many milliseconds of work go with an intent, so that a drawn set is solved in its answer: below one frame.
const intentGrant = 10

// trainingGrant is how many it is at least while several layers are trained, which takes longer than a frame: an answer before the end shows nothing
// new of them, and takes the page nearly as long to show as one that does. With this there are fifteen answers a second.
const trainingGrant = 60

type worker struct {
	session  *session.Session
	snapshot protocol.Snapshot
	view     []byte
}

// Run answers the page's messages. It never returns.
func Run() {
	parallel.Cooperate(true)
	w := &worker{session: session.New(func() float64 { return bridge.Now() / 1000 })}
	w.session.Limit()
	allow(nil)
	bridge.OnMessage(w.receive)
	bridge.Ready()
	bridge.KeepAlive()
}

// receive answers one message.
func (w *worker) receive(m bridge.Message) {
	switch {
	case m.Ask != "":
		w.document(m)
		return
	case m.Intent != "":
		if err := w.session.Apply([]byte(m.Intent)); err != nil {
			bridge.ReplyError(m.ID, err.Error())
			return
		}
		w.work(intentGrant)
	default:
		w.work(m.Grant)
	}
	answer := w.session.Page()
	allow(answer.Solving)
	page, err := json.Marshal(answer)
	if err != nil {
		bridge.ReplyError(m.ID, "The answer cannot be written: "+err.Error()+".")
		return
	}
	w.session.SnapshotTo(&w.snapshot)
	w.view = protocol.Encode(w.view[:0], &w.snapshot)
	bridge.Reply(m.ID, page, w.view)
}

// allow lets the heap grow for what is being solved.
func allow(solving *protocol.PageSolving) {
	needed := 0.0
	if solving != nil {
		needed = 2 * solving.Bytes
	}
	bound.Heap(needed)
}

// work lets the session work for so long, or longer while several layers are trained.
func (w *worker) work(milliseconds float64) {
	if w.session.Training() {
		milliseconds = max(milliseconds, trainingGrant)
	}
	w.session.Work(until(bridge.Now() + milliseconds))
}

// until returns a function that reports whether the time has come. It is asked by the loops of package parallel, some of them in every microsecond,
// which is what a look at the clock takes: while it is asked often it looks every few times.
func until(end float64) func() bool {
	const often, seldom, most = 0.2, 1, 16 // ms between two looks
	last, skip, asked := bridge.Now(), 1, 0
	return func() bool {
		if asked++; asked < skip {
			return false
		}
		now := bridge.Now()
		switch passed := now - last; {
		case passed < often:
			skip = min(2*skip, most)
		case passed > seldom:
			skip = 1
		}
		last, asked = now, 0
		return now >= end
	}
}

// document answers a question for a document.
func (w *worker) document(m bridge.Message) {
	text, err := w.session.Document(m.Ask)
	if err != nil {
		bridge.ReplyError(m.ID, err.Error())
		return
	}
	bridge.ReplyDocument(m.ID, text)
}
