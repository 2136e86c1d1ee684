package publish

import (
	"bytes"
	"testing"
)

// TestDataOfFunctionsStays compares what is read of the data of each function before and after the lines are taken out of a program.
func TestDataOfFunctionsStays(t *testing.T) {
	program := deep(t, map[string]string{"main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(os.Args) }\n"})
	stripped, err := stripLines(program, "deep")
	if err != nil {
		t.Fatal(err)
	}
	before, after := dataRead(t, program), dataRead(t, stripped)
	if len(before) < 1000 || len(after) != len(before) {
		t.Fatalf("%d functions become %d", len(before), len(after))
	}
	read, all := 0, 0
	for i := range before {
		for kind, data := range before[i] {
			if data != nil && !bytes.Equal(data, after[i][kind]) {
				t.Fatalf("the data %d of function %d change", kind, i)
			}
			all++
			read += min(len(data), 1)
		}
	}
	if read < len(before) || all < 3*len(before)/2 {
		t.Errorf("%d functions have %d data, of which %d are read", len(before), all, read)
	}
}

// dataRead returns, for each function of a program, its data of each kind that is read.
func dataRead(t *testing.T, program []byte) [][][]byte {
	t.Helper()
	m, err := dataOf(program)
	if err != nil {
		t.Fatal(err)
	}
	table, err := m.table()
	if err != nil {
		t.Fatal(err)
	}
	k := newDataKeeper(m, table)
	list := table.long(headerList)
	functions := make([][][]byte, table.long(headerFunctions))
	for i := range functions {
		f := list + table.word(list+8*i+4)
		at := f + functionSize + 4*table.word(f+functionPCData)
		for kind := range int(table.all[f+functionData]) {
			var data []byte
			if offset := table.word(at + 4*kind); offset != 1<<32-1 && dataLength[kind] != nil {
				data = table.all[k.from+offset:]
				data = bytes.Clone(data[:dataLength[kind](&reader{rest: data})])
			}
			functions[i] = append(functions[i], data)
		}
	}
	if table.err != nil {
		t.Fatal(table.err)
	}
	return functions
}
