//go:build js

package bridge

import "syscall/js"

// Message is a message from the page to the solver's worker. Exactly one of Intent, Grant and Ask is set. Each message must be answered
// exactly once, with its ID.
type Message struct {
	ID int
	// Intent is the JSON text of an intent.
	Intent string
	// Grant is the time in milliseconds for which the solver may continue unfinished work.
	Grant float64
	// Ask is the name of a requested document.
	Ask string
}

// OnMessage calls fn for every message from the page. It returns at once.
func OnMessage(fn func(Message)) {
	export("conelabReceive", func(a Args) any {
		if len(a.values) == 0 || a.values[0].Type() != js.TypeObject {
			return nil
		}
		m := a.values[0]
		field := func(name string) Args { return Args{[]js.Value{m.Get(name)}} }
		fn(Message{
			ID:     field("id").Int(0),
			Intent: field("intent").String(0),
			Grant:  field("grant").Float(0),
			Ask:    field("ask").String(0),
		})
		return nil
	})
}

// Ready tells the page, once, that the worker now accepts messages.
func Ready() { call("postMessage", map[string]any{"op": "ready"}) }

// Beat tells the page that the answer to a message takes long, but will come.
func Beat() { call("postMessage", map[string]any{"op": "beat"}) }

// Reply answers message id with a page, JSON text, which is copied, and a view, a binary snapshot. The view is empty afterwards.
func Reply(id int, page []byte, view *Buffer) {
	m, p, v := answer(id), bytes(page), view.take()
	m.Set("page", p)
	m.Set("view", v)
	post(m, p, v)
}

// ReplyDocument answers message id with a document, a text or a file, whose pieces are copied.
func ReplyDocument(id int, document [][]byte) {
	m, d := answer(id), bytes(document...)
	m.Set("document", d)
	post(m, d)
}

// ReplyError answers message id with one sentence for the user.
func ReplyError(id int, text string) {
	m := answer(id)
	m.Set("error", text)
	post(m)
}

func answer(id int) js.Value {
	m := object.New()
	m.Set("id", id)
	return m
}

// post sends m and transfers the memory of the arrays instead of copying it again.
func post(m js.Value, arrays ...js.Value) {
	transfer := array.New()
	for i, a := range arrays {
		transfer.SetIndex(i, a.Get("buffer"))
	}
	call("postMessage", m, transfer)
}
