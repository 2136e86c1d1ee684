//go:build js

// Package bridge is the only package that touches raw JavaScript values. It gives the solver, in a Web Worker, and the view, in the page,
// plain Go functions with which to receive from the page and send to it.
//
// A callback runs on the browser's event loop, so it must not wait for another callback. A panic in a callback is reported to the
// console and ends the program; the page notices that and restarts it.
package bridge

import (
	"fmt"
	"syscall/js"
	"unsafe"
)

// Constructors and objects are looked up once, because each lookup is a call to JavaScript.
var (
	global      = js.Global()
	object      = global.Get("Object")
	array       = global.Get("Array")
	uint8Array  = global.Get("Uint8Array")
	performance = global.Get("performance")
)

// Args holds the arguments with which JavaScript called an exported function. A missing argument reads as the zero value.
type Args struct{ values []js.Value }

// Float returns argument i as a number.
func (a Args) Float(i int) float64 {
	if i >= len(a.values) || a.values[i].Type() != js.TypeNumber {
		return 0
	}
	return a.values[i].Float()
}

// Int returns argument i as an integer, rounded towards zero.
func (a Args) Int(i int) int { return int(a.Float(i)) }

// Bool returns the truth value of argument i.
func (a Args) Bool(i int) bool { return i < len(a.values) && a.values[i].Truthy() }

// String returns argument i as text.
func (a Args) String(i int) string {
	if i >= len(a.values) || a.values[i].Type() != js.TypeString {
		return ""
	}
	return a.values[i].String()
}

// Bytes returns the length of the Uint8Array in argument i, and a function that copies its next bytes to a slice.
func (a Args) Bytes(i int) (size int, next func(dst []byte)) {
	source, size := a.array(i)
	at := 0
	return size, func(dst []byte) { at += js.CopyBytesToGo(dst, source.Call("subarray", at)) }
}

// Numbers copies the typed array in argument i into dst, which grows as needed, and returns it. The elements of the array must be
// of type T.
func Numbers[T float32 | float64](a Args, i int, dst []T) []T {
	source, length := a.array(i)
	size := int(unsafe.Sizeof(*new(T)))
	n := length / size
	if n == 0 {
		return dst[:0]
	}
	if cap(dst) < n {
		dst = make([]T, n)
	}
	dst = dst[:n]
	// WebAssembly is little-endian, as typed arrays are on every machine that runs a browser.
	js.CopyBytesToGo(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(dst))), n*size), source)
	return dst
}

// array returns argument i as a Uint8Array with its length, which is 0 if the argument is not a typed array.
func (a Args) array(i int) (js.Value, int) {
	if i >= len(a.values) || a.values[i].Type() != js.TypeObject {
		return js.Undefined(), 0
	}
	source := a.values[i]
	length := source.Get("byteLength")
	if length.Type() != js.TypeNumber || source.Get("buffer").IsUndefined() {
		return js.Undefined(), 0
	}
	if !source.InstanceOf(uint8Array) {
		source = uint8Array.New(source.Get("buffer"), source.Get("byteOffset"), length)
	}
	return source, length.Int()
}

// export makes fn callable from JavaScript as the global function called name. fn returns nil, a bool, a number or a string.
func export(name string, fn func(Args) any) { global.Set(name, callback(name, fn)) }

// ExportView makes the functions of the view callable from the page, as the methods of the global object conelabView.
func ExportView(functions map[string]func(Args) any) {
	o := object.New()
	for method, fn := range functions {
		o.Set(method, callback("conelabView."+method, fn))
	}
	global.Set("conelabView", o)
}

// callback wraps fn so that a panic is reported to the console, with the name, before it ends the program. It is never released.
func callback(name string, fn func(Args) any) js.Func {
	return js.FuncOf(func(_ js.Value, values []js.Value) any {
		defer func() {
			if reason := recover(); reason != nil {
				Error(name + ": " + fmt.Sprint(reason))
				panic(reason)
			}
		}()
		return fn(Args{values})
	})
}

// InWorker reports whether the program runs in a Web Worker.
func InWorker() bool { return global.Get("WorkerGlobalScope").Truthy() }

// Error writes one line of text to the console as an error.
func Error(text string) { global.Get("console").Call("error", text) }

// Now returns the time in milliseconds since the page or the worker started.
func Now() float64 { return performance.Call("now").Float() }

// KeepAlive never returns, so that the exported functions remain callable.
func KeepAlive() { select {} }

// bytes returns a new Uint8Array with the content of all pieces.
func bytes(pieces ...[]byte) js.Value {
	size, at := 0, 0
	for _, piece := range pieces {
		size += len(piece)
	}
	out := uint8Array.New(size)
	for _, piece := range pieces {
		to := out
		if at > 0 {
			to = out.Call("subarray", at)
		}
		at += js.CopyBytesToJS(to, piece)
	}
	return out
}

// Buffer collects bytes in the memory of JavaScript, which can shrink again, unlike the memory of the program. The zero value is empty.
type Buffer struct {
	array js.Value
	kept  int // the length of the array
	size  int
}

// Add appends a piece, which is copied.
func (b *Buffer) Add(piece []byte) {
	if b.size+len(piece) > b.kept {
		old := b.array
		b.kept = 2 * (b.size + len(piece))
		b.array = uint8Array.New(b.kept)
		if b.size > 0 {
			b.array.Call("set", old.Call("subarray", 0, b.size))
		}
	}
	js.CopyBytesToJS(b.array.Call("subarray", b.size), piece)
	b.size += len(piece)
}

// take returns a new Uint8Array with the bytes, and removes them.
func (b *Buffer) take() js.Value {
	size := b.size
	if size == 0 {
		return uint8Array.New(0)
	}
	b.size = 0
	return b.array.Call("slice", 0, size)
}

// call calls a global function, which the page must have defined.
func call(name string, args ...any) { global.Call(name, args...) }

// Message is a message from the page to the solver's worker. Exactly one of Intent, Grant and Ask is set. Each message must be answered
// exactly once, with its ID.
type Message struct {
	ID int
	// Intent is an intent as an object. Bytes is the approximate size of its content.
	Intent map[string]any
	Bytes  int
	// Grant is the time in milliseconds for which the solver may continue unfinished work.
	Grant float64
	// Ask is the name of a requested document.
	Ask string
}

// OnMessage calls fn for every message from the page. It returns at once.
func OnMessage(fn func(Message)) {
	export("onmessage", func(a Args) any {
		m := a.values[0].Get("data")
		if m.Type() != js.TypeObject {
			return nil
		}
		field := func(name string) Args { return Args{[]js.Value{m.Get(name)}} }
		message := Message{ID: field("id").Int(0), Grant: field("grant").Float(0), Ask: field("ask").String(0)}
		message.Intent, _ = plain(m.Get("intent"), &message.Bytes).(map[string]any)
		fn(message)
		return nil
	})
}

// plain returns a value that consists of objects, arrays, texts, numbers and truth values as package encoding/json decodes one into any. It
// adds the size of its content to bytes.
func plain(v js.Value, bytes *int) any {
	switch v.Type() {
	case js.TypeBoolean:
		return v.Bool()
	case js.TypeNumber:
		*bytes += 8
		return v.Float()
	case js.TypeString:
		text := v.String()
		*bytes += len(text)
		return text
	case js.TypeObject:
		if v.InstanceOf(array) {
			list := make([]any, v.Length())
			for i := range list {
				list[i] = plain(v.Index(i), bytes)
			}
			return list
		}
		fields, keys := map[string]any{}, object.Call("keys", v)
		for i := range keys.Length() {
			name := keys.Index(i).String()
			fields[name] = plain(v.Get(name), bytes)
		}
		return fields
	}
	return nil
}

// Ready tells the page, once, that the worker now accepts messages.
func Ready() { call("postMessage", map[string]any{"op": "ready"}) }

// Beat tells the page that the answer to a message takes long, but will come: the next sign of life within step milliseconds.
func Beat(step float64) { call("postMessage", map[string]any{"op": "beat", "step": step}) }

// Reply answers message id with a page, JSON text, and a view, a binary snapshot. The view is empty afterwards.
func Reply(id int, page string, view *Buffer) {
	m, v := answer(id), view.take()
	m.Set("page", page)
	m.Set("view", v)
	post(m, v)
}

// ReplyDocument answers message id with a document, a text or a file, whose pieces are copied, and the revision of the work.
func ReplyDocument(id int, document [][]byte, revision int) {
	m, d := answer(id), bytes(document...)
	m.Set("document", d)
	m.Set("revision", revision)
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

// Intent sends an intent, in JSON, to the session.
func Intent(text string) { call("conelabIntent", global.Get("JSON").Call("parse", text)) }

// Labels replaces the text on top of the canvas: one line "x\ty\tanchor\tclass\ttext" for each label. x and y are CSS pixels
// relative to the canvas; anchor, one of c l r t b, is the side of the text at that position; class is tick, point, positive,
// negative or note.
func Labels(lines string) { call("conelabLabels", lines) }

// Picture passes the picture of a tile to the page: its size in pixels, the premultiplied red, green, blue and opacity of each
// pixel, and its labels in the format of Labels, relative to the tile. The pixels are taken out of their buffer.
func Picture(tile, width, height int, pixels *Buffer, labels string) {
	call("conelabPicture", tile, width, height, pixels.take(), labels)
}

// Drawn reports that a frame was drawn, and how many milliseconds that took.
func Drawn(milliseconds float64) { call("conelabDrawn", milliseconds) }

// Cursor sets the shape of the pointer over the stage to a CSS cursor name; "" is the default.
func Cursor(name string) { call("conelabCursor", name) }

// Wake asks for animation frames, which stop while nothing changes.
func Wake() { call("conelabWake") }
