package publish

import "encoding/binary"

// A program's table of its functions is long, and most of it follows from the rest: a function's number, where its name is, if the names are in
// order, and where its tables are, if those too are in the order in which they are needed (see stripLines). What does not follow is packed by
// columns, each of which says the same of all functions, since neighbours in a column are often alike.

// part is a part of the data section that is packed by a command, which is followed by the length of its content and the content.
type part struct {
	from, to int
	kind     byte
	content  []byte
}

// functionParts returns the parts of a data section that belong to the table of functions, in order; none if the table is not in order.
func functionParts(section []byte) ([]part, error) {
	m, err := memoryOf(section)
	if err != nil {
		return nil, err
	}
	t, err := m.table()
	if err != nil {
		return nil, err
	}
	f := functionTable{t: t, nameAt: 1, tableAt: 1}
	if !f.read() {
		return nil, t.err
	}
	base := m.base + len(m.bytes) - len(t.all)
	var parts []part
	for _, p := range []part{
		{f.names + 1, f.names + f.nameAt, packedNames, t.all[f.names+1 : f.names+f.nameAt]},
		{f.tables + 1, f.tables + f.tableAt, packedTables, t.all[f.tables+1 : f.tables+f.tableAt]},
		{f.list, f.end, packedFunctions, f.content()},
	} {
		size := p.to - p.from
		if p.from = position(section, base+p.from, size); p.from < 0 {
			return nil, nil
		}
		p.to = p.from + size
		parts = append(parts, p)
	}
	return parts, nil
}

// position returns where in a data section so many bytes from an address on are, or -1 if they are not in one segment.
func position(section []byte, address, size int) int {
	r := &reader{rest: section}
	for range r.number() {
		r.number()
		at := r.address()
		length := r.number()
		if start := len(section) - len(r.rest); r.err == nil && at <= address && address+size <= at+length {
			return start + address - at
		}
		r.take(length)
	}
	return -1
}

// functionTable is what is packed of the table of functions.
type functionTable struct {
	t *table
	// names, tables and list are where the names, the tables of instructions and the functions begin; end is where the functions end.
	names, tables, list, end int
	// count is the number of functions, first the number of the first one, and gap the bytes before it.
	count, first, gap int
	// nameAt and tableAt are where the next name and table are expected, relative to the first of them; known has the numbers of tables.
	nameAt, tableAt int
	known           map[int]int
	columns         [columnData + maxFunctionData][]byte
}

// The columns. Those from columnData on have the functions' data, which are offsets: the first of each function, the second, and so on.
const (
	columnPCData  = iota // the number of tables, without that of the stack pointer
	columnFlags          // three bytes
	columnCount          // the number of data
	columnName           // 1 for the next name, 0 for none
	columnArgs           // the size of the arguments
	columnReturn         // where deferred functions return
	columnSP             // the table of the stack pointer: 0 for none, 1 for the next, or the number of the table plus 2
	columnTables         // the other tables
	columnData           // 0 for none, else odd if the offset is a multiple of four
	functionArgs  = 8
	functionFlags = 40
)

// maxFunctionData is more than the number of data that any function has.
const maxFunctionData = 16

func (f *functionTable) column(k int, n int) {
	f.columns[k] = binary.AppendUvarint(f.columns[k], uint64(n))
}

// read reads the table, and reports whether it is in order.
func (f *functionTable) read() bool {
	t := f.t
	f.count, f.names, f.tables, f.list = t.long(headerFunctions), t.long(headerNames), t.long(headerTables), t.long(headerList)
	f.first = t.word(f.list)
	start := t.word(f.list + 4)
	f.gap = start - 8*f.count
	f.known = map[int]int{}
	at := f.list + start
	// The list ends with the number of the function after the last.
	if t.err != nil || f.gap != 4 && f.gap != 8 || t.word(f.list+8*f.count) != f.first+f.count || !t.zero(f.list+8*f.count+4, at) {
		return false
	}
	for i := range f.count {
		entry := f.list + 8*i
		if t.word(entry) != f.first+i || t.word(entry+4) != at-f.list || t.word(at) != f.first+i {
			return false
		}
		size := f.function(at)
		next := (size + 7) &^ 7
		if size == 0 || i < f.count-1 && !t.zero(at+size, at+next) || t.err != nil {
			return false
		}
		f.end = at + size
		at += next
	}
	return true
}

// function adds the function at an offset to the columns, and returns its size, or 0 if it is not in order.
func (f *functionTable) function(at int) int {
	t := f.t
	tables, flags := t.word(at+functionPCData), t.word(at+functionFlags)
	data := flags >> 24
	size := functionSize + 4*tables + 4*data
	if t.word(at + size - 4); t.err != nil || data > maxFunctionData || !t.zero(at+functionFile, at+functionPCData) || !t.zero(at+functionUnit, at+functionFlags) {
		return 0
	}
	f.column(columnPCData, tables)
	f.column(columnFlags, flags&0xffffff)
	f.column(columnCount, data)
	f.column(columnArgs, t.word(at+functionArgs))
	f.column(columnReturn, t.word(at+functionArgs+4))
	inOrder := f.name(t.word(at+functionName)) && f.table(columnSP, t.word(at+functionSP))
	for k := range tables {
		inOrder = inOrder && f.table(columnTables, t.word(at+functionSize+4*k))
	}
	for k := range data {
		f.column(columnData+k, offsetCode(t.word(at+functionSize+4*tables+4*k)))
	}
	if !inOrder {
		return 0
	}
	return size
}

// name adds a function's name, and reports whether it is the next one, or none.
func (f *functionTable) name(offset int) bool {
	if offset == 0 {
		f.column(columnName, 0)
		return true
	}
	length := -1
	if offset == f.nameAt {
		length = nameLength(f.t.all[f.names+offset:f.tables], []string{""})
	}
	f.column(columnName, 1)
	f.nameAt += max(0, length)
	return length > 1
}

// table adds a reference to a table of instructions, and reports whether it is none, known, or the next one.
func (f *functionTable) table(column, offset int) bool {
	number, known := f.known[offset]
	switch {
	case offset == 0:
		f.column(column, 0)
		return true
	case known:
		f.column(column, number+2)
		return true
	case offset != f.tableAt:
		return false
	}
	length := tableLength(f.t.all[f.tables+offset : f.list])
	f.known[offset] = len(f.known)
	f.column(column, 1)
	f.tableAt += max(0, length)
	return length > 0
}

// offsetCode returns what stands for the offset of data: most are multiples of four, and all bits set means none.
func offsetCode(offset int) int {
	switch {
	case offset == 1<<32-1:
		return 0
	case offset%4 == 0:
		return offset/2 + 1
	}
	return 2*offset + 2
}

// content returns the number of functions, that of the first, the bytes before it, and the columns.
func (f *functionTable) content() []byte {
	var content []byte
	for _, n := range []int{f.count, f.first, f.gap} {
		content = binary.AppendUvarint(content, uint64(n))
	}
	for _, column := range f.columns {
		content = append(content, column...)
	}
	return content
}

// zero reports whether there are only zeros between two offsets.
func (t *table) zero(from, to int) bool {
	for _, b := range t.all[min(from, len(t.all)):min(to, len(t.all))] {
		if b != 0 {
			return false
		}
	}
	return true
}
