//go:build js

// Package solver runs a session in a Web Worker: it hands the page's intents to the session, lets it work for as long as it is
// granted, and posts the answers. It holds no state of its own but the buffers of the answers.
package solver

import (
	"encoding/json"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/wasm/bridge"
)

// intentGrant is how many milliseconds of work go with an intent, so that a drawn set is solved in its answer: below one frame.
const intentGrant = 10

type worker struct {
	session  *session.Session
	snapshot protocol.Snapshot
	view     []byte
}

// Run answers the page's messages. It never returns.
func Run() {
	w := &worker{session: session.New(func() float64 { return bridge.Now() / 1000 })}
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
	page, err := json.Marshal(w.session.Page())
	if err != nil {
		bridge.ReplyError(m.ID, "The answer cannot be written: "+err.Error()+".")
		return
	}
	w.session.SnapshotTo(&w.snapshot)
	w.view = protocol.Encode(w.view[:0], &w.snapshot)
	bridge.Reply(m.ID, page, w.view)
}

func (w *worker) work(milliseconds float64) {
	end := bridge.Now() + milliseconds
	w.session.Work(func() bool { return bridge.Now() >= end })
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
