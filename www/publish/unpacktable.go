package publish

import "encoding/binary"

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
