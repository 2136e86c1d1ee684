package publish

import (
	"bytes"
	"encoding/binary"
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

// unpackedTable undoes what functionTable does.
type unpackedTable struct{ names, tables []int }

// pieces notes where the names or the tables begin.
func (u *unpackedTable) pieces(kind byte, content []byte) {
	starts, length := &u.names, func(at []byte) int { return nameLength(at, []string{""}) }
	if kind == packedTables {
		starts, length = &u.tables, tableLength
	}
	for at := 0; at < len(content); at += length(content[at:]) {
		*starts = append(*starts, at+1)
	}
}

// unpack returns the table.
func (u *unpackedTable) unpack(content []byte) []byte {
	number := func() int {
		n, size := binary.Uvarint(content)
		content = content[size:]
		return int(n)
	}
	count, first, gap := number(), number(), number()
	column := func(rows int) []int {
		numbers := make([]int, rows)
		for i := range numbers {
			numbers[i] = number()
		}
		return numbers
	}
	tables, flags, data := column(count), column(count), column(count)
	named, args, returns, stacks := column(count), column(count), column(count), column(count)
	total := 0
	for _, n := range tables {
		total += n
	}
	others := column(total)
	offsets := make([][]int, maxFunctionData)
	for k := range offsets {
		rows := 0
		for _, n := range data {
			if n > k {
				rows++
			}
		}
		offsets[k] = column(rows)
	}
	next := func(of *[]int) int {
		n := (*of)[0]
		*of = (*of)[1:]
		return n
	}
	left := u.tables
	table := func(code int) int {
		switch code {
		case 0:
			return 0
		case 1:
			return next(&left)
		}
		return u.tables[code-2]
	}
	var list, functions []byte
	word := func(to *[]byte, numbers ...int) {
		for _, n := range numbers {
			*to = binary.LittleEndian.AppendUint32(*to, uint32(n))
		}
	}
	for i := range count {
		functions = append(functions, make([]byte, len(functions)%8)...)
		word(&list, first+i, 8*count+gap+len(functions))
		name := 0
		if named[i] == 1 {
			name = next(&u.names)
		}
		word(&functions, first+i, name, args[i], returns[i], table(stacks[i]), 0, 0, tables[i], 0, 0, flags[i]|data[i]<<24)
		for range tables[i] {
			word(&functions, table(next(&others)))
		}
		for k := range data[i] {
			switch code := next(&offsets[k]); {
			case code == 0:
				word(&functions, -1)
			case code%2 == 1:
				word(&functions, 2*(code-1))
			default:
				word(&functions, (code-2)/2)
			}
		}
	}
	word(&list, first+count)
	list = append(list, make([]byte, 8*count+gap-len(list))...)
	return append(list, functions...)
}
