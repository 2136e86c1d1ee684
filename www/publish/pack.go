package publish

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// A Go program writes the return address before every call, a constant that increases from call to call, so that no general compression finds
// anything to repeat: these constants are a tenth of the download. But they follow from the order of the calls. So the program is published in
// a packed form, which leaves out what follows from the rest, and the page unpacks it while it arrives (www/page/platform/unpack.ts).
//
// The packed form is the program itself, in which a byte that is rare in it, the escape, introduces what is left out. The escape is the ninth
// byte, after the header of a WebAssembly program. After an escape there is one of the following bytes, and for some of them numbers, unsigned
// and in groups of seven bits, as in WebAssembly.
//
// A return address is the number of the function times 2^16, plus a number that increases within the function. A function begins with a table,
// the targets of a br_table, in which an address has the number of resume points before it. A call that may be resumed returns to the first
// address after its resume point; other calls have addresses of their own in between. See cmd/internal/obj/wasm in the sources of Go.
const (
	// packedEscape is the escape itself.
	packedEscape = iota
	// packedCall is the return address of a call with a resume point: the first address after the next resume point.
	packedCall
	// packedNext is the address after the last one of the function, or after the last resume point if that is later.
	packedNext
	// packedAddress is another return address of the function, and is followed by its lower half.
	packedAddress
	// packedResume is the end of a block at a resume point that belongs to no call.
	packedResume
	// packedTable is the table of the next function: the number of runs, and the length of each run of equal targets. The targets are 0, 1, 2
	// and so on.
	packedTable
	// packedSkip precedes the table of a function that is further on, and is followed by how many functions have no table.
	packedSkip
	// packedNames, packedTables and packedFunctions are parts of the table of functions, in this order; see functions.go. Each is followed by
	// its length and its content: of the first two it is what is there, names that end with a zero, and tables of instructions.
	packedNames
	packedTables
	packedFunctions
)

const codeSection = 10

// pack returns the packed form of a program.
func pack(program []byte) ([]byte, error) {
	if len(program) < 8 {
		return nil, fmt.Errorf("%w: it is no WebAssembly", errProgram)
	}
	p := &packer{escape: rarest(program), function: firstFunction - 1}
	p.out = append(slices.Clone(program[:8]), p.escape)
	r := &reader{rest: program[8:]}
	for len(r.rest) > 0 && r.err == nil {
		start := r.rest
		id := r.take(1)[0]
		size := r.number()
		p.literal(start[:len(start)-len(r.rest)])
		content := r.take(size)
		if r.err != nil {
			break
		}
		var err error
		switch id {
		case codeSection:
			err = p.code(content)
		case dataSection:
			err = p.data(content)
		default:
			p.literal(content)
		}
		if err != nil {
			return nil, err
		}
	}
	return p.out, r.err
}

// rarest returns the byte that occurs least.
func rarest(data []byte) byte {
	var counts [256]int
	for _, b := range data {
		counts[b]++
	}
	return byte(slices.Index(counts[:], slices.Min(counts[:])))
}

// packer writes the packed form.
type packer struct {
	escape byte
	out    []byte
	// function is the number of the present function in return addresses, and last the lower half of the last one; points are the first
	// addresses after 0, 1, 2 and so on of its resume points, and passed is how many have been passed.
	function, last, passed int
	points                 []int
	// depth is the number of open blocks, and top that outside of the function's own blocks; called says that the next resume point is that
	// of a call.
	depth, top int
	called     bool
}

// literal writes bytes of the program.
func (p *packer) literal(data []byte) {
	for _, b := range data {
		if p.out = append(p.out, b); b == p.escape {
			p.out = append(p.out, packedEscape)
		}
	}
}

// command writes an escape with what follows.
func (p *packer) command(kind byte, numbers ...int) {
	p.out = append(p.out, p.escape, kind)
	for _, n := range numbers {
		p.out = binary.AppendUvarint(p.out, uint64(n))
	}
}

// data writes the data section.
func (p *packer) data(section []byte) error {
	parts, err := functionParts(section)
	if err != nil {
		return err
	}
	at := 0
	for _, part := range parts {
		p.literal(section[at:part.from])
		p.command(part.kind, len(part.content))
		p.out = append(p.out, part.content...)
		at = part.to
	}
	p.literal(section[at:])
	return nil
}

// firstFunction is the number in return addresses of the first function of a program.
const firstFunction = 0x1000

// code writes the code section.
func (p *packer) code(section []byte) error {
	r := &reader{rest: section}
	functions := r.number()
	p.literal(section[:len(section)-len(r.rest)])
	for i := range functions {
		start := r.rest
		body := &reader{rest: r.take(r.number())}
		if r.err != nil {
			break
		}
		p.literal(start[:len(start)-len(r.rest)-len(body.rest)])
		if err := p.body(body, firstFunction+i); err != nil {
			return err
		}
	}
	return r.err
}

// body writes a function.
func (p *packer) body(r *reader, function int) error {
	from := r.rest
	// instead calls write in place of a part of the function, which ends where the reader is, after the bytes before that part are written unchanged.
	instead := func(of []byte, write func()) {
		p.literal(from[:len(from)-len(of)])
		write()
		from = r.rest
	}
	for range r.number() { // its local variables
		r.number()
		r.take(1)
	}
	p.depth = 0
	for len(r.rest) > 0 && r.err == nil {
		instruction := r.rest
		op := r.take(1)[0]
		argument := r.rest
		switch op {
		case opBranchTable:
			runs := runsOf(r.targets())
			if p.function < function && runs != nil && bytes.Equal(argument[:len(argument)-len(r.rest)], tableOf(runs)) {
				instead(argument, func() { p.table(function, runs) })
			}
		case opConst64:
			n := r.signed()
			if p.function == function && n>>16 == int64(function) && len(argument)-len(r.rest) == len(appendSigned(nil, int(n))) {
				instead(argument, func() { p.address(int(n & 0xffff)) })
			}
		case opEnd:
			if p.resumes(function) {
				instead(instruction, func() { p.command(packedResume) })
			}
		default:
			r.skip(op)
			if op >= opBlock && op <= opIf {
				p.depth++
			}
		}
	}
	if r.err == nil {
		p.literal(from)
	}
	return r.err
}

// table writes the table of a function's resume points. It is in the innermost of their blocks.
func (p *packer) table(function int, runs []int) {
	if skipped := function - p.function - 1; skipped > 0 {
		p.command(packedSkip, skipped)
	}
	p.function, p.points, p.last, p.passed = function, p.points[:0], -1, 0
	p.top, p.called = p.depth-1, false
	total := 0
	for _, run := range runs {
		p.points = append(p.points, total)
		total += run
	}
	p.command(packedTable, append([]int{len(runs)}, runs...)...)
}

// address writes a return address.
func (p *packer) address(address int) {
	switch {
	case p.passed+1 < len(p.points) && address == p.points[p.passed+1]:
		p.command(packedCall)
		p.passed++
		p.called = true
	case address == p.following():
		p.command(packedNext)
	default:
		p.command(packedAddress, address)
	}
	p.last = address
}

// following returns the address that packedNext stands for: the first call of a function, for a larger stack, returns to its beginning.
func (p *packer) following() int {
	if p.last < 0 {
		return 0
	}
	return max(p.last, p.points[p.passed]) + 1
}

// resumes follows the end of a block, and reports whether it is a resume point that belongs to no call.
func (p *packer) resumes(function int) bool {
	p.depth--
	if p.function != function || p.depth != p.top-1 || p.passed+1 >= len(p.points) && !p.called {
		return false
	}
	p.top--
	if p.called {
		p.called = false
		return false
	}
	p.passed++
	return true
}

// runsOf returns how often each number occurs in targets that start with 0 and increase by at most 1, or nil for others.
func runsOf(targets []int) []int {
	var runs []int
	for _, target := range targets {
		switch target {
		case len(runs):
			runs = append(runs, 1)
		case len(runs) - 1:
			runs[target]++
		default:
			return nil
		}
	}
	return runs
}

// tableOf returns the targets in runs as they are in a program.
func tableOf(runs []int) []byte {
	var targets []byte
	count := 0
	for target, run := range runs {
		for range run {
			targets = binary.AppendUvarint(targets, uint64(target))
		}
		count += run
	}
	return append(binary.AppendUvarint(nil, uint64(count-1)), targets...) // the last is the default, which is not counted
}
