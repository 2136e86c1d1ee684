package publish

import (
	"bytes"
	"testing"
)

// TestTableOfFunctionsIsPacked expects a program without lines to lose nothing when its table of functions is packed too, and that to be shorter.
func TestTableOfFunctionsIsPacked(t *testing.T) {
	program := deep(t, map[string]string{"main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(os.Args) }\n"})
	stripped, err := stripLines(program, "deep")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := pack(stripped)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, counts := unpack(packed)
	if !bytes.Equal(unpacked, stripped) {
		t.Error("it is another program after packing and unpacking")
	}
	if counts[packedNames] != 1 || counts[packedTables] != 1 || counts[packedFunctions] != 1 {
		t.Errorf("the table is not packed: %v", counts)
	}
	m, err := dataOf(stripped)
	if err != nil {
		t.Fatal(err)
	}
	table, err := m.table()
	if err != nil {
		t.Fatal(err)
	}
	f := functionTable{t: table, nameAt: 1, tableAt: 1}
	if !f.read() || 4*len(f.content()) > f.end-f.list {
		t.Errorf("%d bytes are packed in %d", f.end-f.list, len(f.content()))
	}
	// What is not as expected is left as it is.
	for _, at := range []int{f.list, f.list + 4, f.list + 8*f.count, f.end - 4*f.lastSize()} {
		table.all[at]++
		if changed := (functionTable{t: table, nameAt: 1, tableAt: 1}); changed.read() {
			t.Errorf("a change at %d is lost", at)
		}
		table.all[at]--
	}
}

// lastSize returns the number of words of the last function.
func (f *functionTable) lastSize() int {
	return (f.end - f.list - f.t.word(f.list+8*f.count-4)) / 4
}
