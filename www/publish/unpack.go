package publish

import (
	"encoding/binary"
	"strings"
)

// unpack undoes pack, and counts the commands. The page unpacks in the same way (www/page/platform/unpack.ts); here it is done to be sure that nothing
// is lost.
func unpack(packed []byte) (program []byte, counts map[byte]int) {
	counts = map[byte]int{}
	program = append(program, packed[:8]...)
	escape, rest := packed[8], packed[9:]
	number := func() int {
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		return int(n)
	}
	function, last, passed, room := 0xfff, -1, 0, 0
	var starts []int // the first address after each number of resume points
	var table unpackedTable
	address := func(block int) {
		last = block
		program = appendSigned(program, function<<16+block)
	}
	call := func(kind byte) {
		switch {
		case kind == packedCall:
			passed++
			address(starts[passed])
		case last < 0:
			address(0)
		default:
			address(max(last, starts[passed]) + 1)
		}
	}
	branch := func(op byte, further int) {
		program = binary.AppendUvarint(append(program, op), uint64(len(starts)-passed+further))
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
		case packedCall, packedNext:
			call(kind)
		case packedAddress:
			address(number())
		case packedResume:
			passed++
			program = append(program, 0x0b)
		case packedFrame:
			room = number()
			program = append(appendSigned(append(program, beforeSize+"\x41"...), room), afterSize...)
		case packedReturned:
			program = append(appendSigned(append(program, beforeSize+"\x41"...), room), afterReturn...)
		case packedTable, packedNest, packedWideNest:
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
			if kind != packedTable {
				nest := strings.Repeat(oneBlock, len(starts)+int(kind-packedNest))
				program = append(append(program, nest...), beforeTable...)
			}
			program = append(binary.AppendUvarint(program, uint64(count-1)), targets...)
		case packedSkip:
			function += number()
		case packedUnwind, packedReturn:
			branch(opBranchIf, packedReturn-int(kind))
		case packedLoop, packedLast:
			branch(opBranch, packedLoop-int(kind))
		case packedTarget:
			n := number()
			target := passed + n/2 + 1
			if n%2 == 1 {
				target = passed - n/2
			}
			program = append(appendSigned(append(program, opConst32), target), setTarget...)
		case packedWholeCall, packedWholeNext:
			program = append(program, beforeAddress...)
			call(kind - packedWholeCall + packedCall)
			program = append(program, afterAddress...)
		case packedResult:
			program = append(program, afterCall...)
			branch(opBranchIf, 1)
			program = append(program, opEnd)
		case packedAscending:
			count, first := number(), number()
			for i := range count {
				program = binary.AppendUvarint(program, uint64(first+i))
			}
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
