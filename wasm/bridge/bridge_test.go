//go:build js

package bridge

import (
	"reflect"
	"slices"
	"syscall/js"
	"testing"
)

// content returns the bytes of a Uint8Array.
func content(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}

func TestArgs(t *testing.T) {
	text := js.Global().Get("Uint8Array").New(3)
	js.CopyBytesToJS(text, []byte("abc"))
	floats := js.Global().Get("Float64Array").Call("of", 1.5, -2, 1e300)
	a := Args{[]js.Value{js.ValueOf(7.9), js.ValueOf("word"), js.ValueOf(true), text, floats, js.Null()}}
	if a.Int(0) != 7 || a.Float(0) != 7.9 || a.String(1) != "word" || !a.Bool(2) {
		t.Errorf("plain arguments: %d %g %q %t", a.Int(0), a.Float(0), a.String(1), a.Bool(2))
	}
	if source, length := a.array(3); length != 3 || string(content(source)) != "abc" {
		t.Errorf("bytes: %q", content(source))
	}
	got := Numbers(a, 4, make([]float64, 1))
	if len(got) != 3 || got[0] != 1.5 || got[1] != -2 || got[2] != 1e300 {
		t.Errorf("numbers: %v", got)
	}
	if a.Int(1) != 0 || a.String(0) != "" || a.Bool(9) || a.Float(9) != 0 || len(Numbers[float32](a, 5, nil)) != 0 ||
		len(Numbers[float64](a, 0, nil)) != 0 {
		t.Error("a missing or wrong argument must be zero")
	}
}

func TestNumbersOfPartOfABuffer(t *testing.T) {
	whole := js.Global().Get("Float32Array").Call("of", 1, 2, 3, 4)
	part := whole.Call("subarray", 1, 3)
	got := Numbers[float32](Args{[]js.Value{part}}, 0, nil)
	if len(got) != 2 || got[0] != 2 || got[1] != 3 {
		t.Errorf("numbers: %v", got)
	}
}

func TestSolverMessages(t *testing.T) {
	var sent []js.Value
	post := js.FuncOf(func(_ js.Value, args []js.Value) any {
		sent = append(sent, args[0])
		return nil
	})
	defer post.Release()
	old := js.Global().Get("postMessage")
	js.Global().Set("postMessage", post)
	defer js.Global().Set("postMessage", old)

	var got []Message
	OnMessage(func(m Message) { got = append(got, m) })
	defer js.Global().Set("onmessage", js.Null())
	receive := func(m map[string]any) { js.Global().Call("onmessage", map[string]any{"data": m}) }
	intent := map[string]any{"do": "a", "at": []any{0.5, []any{}}, "on": true, "of": map[string]any{"none": nil}}
	receive(map[string]any{"id": 1, "intent": intent})
	receive(map[string]any{"id": 2, "grant": 12})
	receive(map[string]any{"id": 3, "ask": "problem"})
	want := []Message{{ID: 1, Intent: intent, Bytes: 9}, {ID: 2, Grant: 12}, {ID: 3, Ask: "problem"}}
	if len(got) != len(want) {
		t.Fatalf("received %v", got)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("message %d: %v, not %v", i, got[i], want[i])
		}
	}

	Ready()
	var view Buffer
	view.Add([]byte{1})
	view.Add([]byte{2, 3, 4, 5, 6, 7, 8})
	Reply(1, "{}", &view)
	ReplyDocument(3, [][]byte{[]byte("do"), {}, []byte("cument")}, 7)
	ReplyError(4, "no")
	if len(sent) != 4 || sent[0].Get("op").String() != "ready" || sent[1].Get("id").Int() != 1 ||
		!slices.Equal(content(sent[1].Get("view")), []byte{1, 2, 3, 4, 5, 6, 7, 8}) || view.take().Length() != 0 ||
		string(content(sent[2].Get("document"))) != "document" || sent[2].Get("revision").Int() != 7 || sent[3].Get("error").String() != "no" {
		t.Errorf("sent %v", sent)
	}
}

func TestView(t *testing.T) {
	var seen string
	ExportView(map[string]func(Args) any{
		"snapshot": func(a Args) any {
			size, next := a.Bytes(0)
			first, rest := make([]byte, 1), make([]byte, size-1)
			next(first)
			next(rest)
			seen = string(first) + string(rest)
			return nil
		},
		"key": func(a Args) any { return a.String(0) == "+" && a.Int(1) == 3 },
	})
	view := js.Global().Get("conelabView")
	data := js.Global().Get("Uint8Array").New(3)
	js.CopyBytesToJS(data, []byte("xyz"))
	view.Call("snapshot", data)
	if seen != "xyz" || !view.Call("key", "+", 3).Bool() || view.Call("key", "-", 3).Bool() {
		t.Errorf("seen %q", seen)
	}
}
