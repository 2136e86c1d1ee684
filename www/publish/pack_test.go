package publish

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// TestPackedProgramLosesNothing packs a program of Go, unpacks it by the format's description, and expects most return addresses to follow from
// the order of the calls. The page's own unpacker is tested by www/page/unit, and by every test of the page.
func TestPackedProgramLosesNothing(t *testing.T) {
	program := deep(t, map[string]string{"main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(os.Args) }\n"})
	packed, err := pack(program)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, counts := unpack(packed)
	if !bytes.Equal(unpacked, program) {
		t.Fatal("it is another program after packing and unpacking")
	}
	following, others := counts[packedCall]+counts[packedNext], counts[packedAddress]
	if following < 5000 || others > following/4 || counts[packedTable] < 1000 {
		t.Errorf("%d return addresses follow from the order of the calls, %d do not; %d functions have a table", following, others, counts[packedTable])
	}
	for i := range 8 {
		if _, err := pack(program[:i*len(program)/8]); !errors.Is(err, errProgram) {
			t.Errorf("%d eighths of it give %v", i, err)
		}
	}
}

// unpack undoes pack, and counts the commands.
func unpack(packed []byte) (program []byte, counts map[byte]int) {
	counts = map[byte]int{}
	program = append(program, packed[:8]...)
	escape, rest := packed[8], packed[9:]
	number := func() int {
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		return int(n)
	}
	function, last, passed := 0xfff, -1, 0
	var starts []int // the first address after each number of resume points
	var table unpackedTable
	address := func(block int) {
		last = block
		program = appendSigned(program, function<<16+block)
	}
	for len(rest) > 0 {
		b := rest[0]
		if rest = rest[1:]; b != escape {
			program = append(program, b)
			continue
		}
		kind := rest[0]
		rest = rest[1:]
		counts[kind]++
		switch kind {
		case packedEscape:
			program = append(program, escape)
		case packedCall:
			passed++
			address(starts[passed])
		case packedNext:
			if last < 0 {
				address(0)
			} else {
				address(max(last, starts[passed]) + 1)
			}
		case packedAddress:
			address(number())
		case packedResume:
			passed++
			program = append(program, 0x0b)
		case packedTable:
			function, last, passed, starts = function+1, -1, 0, nil
			var targets []byte
			count := 0
			for target := range number() {
				starts = append(starts, count)
				for range number() {
					targets = binary.AppendUvarint(targets, uint64(target))
					count++
				}
			}
			program = append(binary.AppendUvarint(program, uint64(count-1)), targets...)
		case packedSkip:
			function += number()
		case packedNames, packedTables:
			size := number()
			table.pieces(kind, rest[:size])
			program = append(program, rest[:size]...)
			rest = rest[size:]
		case packedFunctions:
			size := number()
			program = append(program, table.unpack(rest[:size])...)
			rest = rest[size:]
		}
	}
	return program, counts
}
