//go:build js

// Package solver runs a session in a Web Worker. It passes the page's intents to the session, lets it work for as long as the page grants,
// and posts the answers. It holds no state of its own except the memory for answers.
package solver

import (
	"encoding/json"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/core/draw/scene"
	"conelab/wasm/bridge"
	"conelab/wasm/heaplimit"
)

// intentGrant is the time in milliseconds that the session may work on an intent before it answers: less than a frame, and enough
// to solve a drawn set.
const intentGrant = 10

// trainingGrant is the least such time while several layers are trained. Training takes longer than a frame, an answer before its end shows
// nothing new of the layers, and the page takes nearly as long to show it as the final one. With this value there are fifteen answers a
// second.
const trainingGrant = 60

// longStep is the time in seconds for which the page waits for an answer without a sign of life; byteSeconds is what a byte of an intent
// takes on a slow machine.
const longStep, byteSeconds = 0.5, 0.5e-6

// A file comes within an intent. While it is read, the heap holds about fileFactor times as much: the text several times, its
// cells and their numbers. Up to fileLength bytes are not worth a different limit of the heap.
const fileFactor, fileLength = 8, 1 << 20

type worker struct {
	session *session.Session
	piece   []byte // of the view, while it is written
	largest int    // bytes of an intent so far
}

// Run answers the page's messages. It never returns.
func Run() {
	allow(nil)
	w := &worker{piece: make([]byte, protocol.PieceBytes), session: session.New(func() float64 { return bridge.Now() / 1000 })}
	w.session.EnforcePageLimits()
	w.session.DrawWith(scene.Drawing)
	bridge.OnMessage(w.receive)
	bridge.Ready()
	bridge.KeepAlive()
}

// receive answers one message.
func (w *worker) receive(m bridge.Message) {
	w.largest = max(w.largest, m.Bytes)
	w.announce()
	switch {
	case m.Ask != "":
		w.document(m)
		return
	case m.Intent != nil:
		if m.Bytes > fileLength {
			heaplimit.Heap(fileFactor * float64(m.Bytes))
		}
		if err := w.session.Do(m.Intent); err != nil {
			bridge.ReplyError(m.ID, err.Error())
			return
		}
		if !w.session.IsSlow() {
			w.work(intentGrant)
		}
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
	var view bridge.Buffer
	protocol.Encode(w.session.Snapshot(), w.piece, view.Add)
	bridge.Reply(m.ID, string(page), &view)
	heaplimit.Tidy()
}

// announce tells the page how long the work may go on without a sign of life, if that is long: in a step of solving, or in reading and
// writing what the largest intent has brought.
func (w *worker) announce() {
	if step := max(w.session.LongestStep(), byteSeconds*float64(w.largest)); step > longStep {
		bridge.Beat(1000 * step)
	}
}

// allow lets the heap grow by what the current solve needs.
func allow(solving *protocol.PageSolving) {
	needed := 0.0
	if solving != nil {
		needed = 2 * solving.Bytes
	}
	heaplimit.Heap(needed)
}

// work lets the session work for the given time, or longer while several layers are trained.
func (w *worker) work(milliseconds float64) {
	if w.session.TrainsLayers() {
		milliseconds = max(milliseconds, trainingGrant)
	}
	w.session.Work(until(bridge.Now() + milliseconds))
}

// until returns a function that reports whether the time end has come. The loops of package parallel call it, some of them every
// microsecond, which is as long as reading the clock takes. So while calls are frequent it reads the clock only on every few of
// them.
func until(end float64) func() bool {
	const often, seldom, most = 0.2, 1, 16 // ms between two readings of the clock
	last, skip, asked := bridge.Now(), 1, 0
	return func() bool {
		asked++
		if asked < skip {
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

// document answers a request for a document.
func (w *worker) document(m bridge.Message) {
	text, err := w.session.DocumentPieces(m.Ask)
	if err != nil {
		bridge.ReplyError(m.ID, err.Error())
		return
	}
	bridge.ReplyDocument(m.ID, text, w.session.SavedRevision())
}
