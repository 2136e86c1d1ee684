package publish

import (
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
// address after its resume point; other calls have addresses of their own in between. All branches of such a function lead out of the blocks of its
// further resume points, so they follow from how many have been passed. See cmd/internal/obj/wasm in the sources of Go.
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
	// packedAscending is followed by a count and a number: so many numbers, each by 1 larger than the one before.
	packedAscending
	// packedUnwind, packedReturn, packedLoop and packedLast are the branches of a function with a table, out of the blocks of all resume points
	// that have not been passed: to give way to other goroutines, if a call does, which has passed its resume point already or has none, and to
	// go on at another resume point, from within a block or not.
	packedUnwind
	packedReturn
	packedLoop
	packedLast
	// packedTarget is the choice of another resume point, and is followed by how far that is: an even number to a later one, an odd one to an
	// earlier one.
	packedTarget
	// packedWholeCall and packedWholeNext are packedCall and packedNext with what comes before and after (see beforeAddress), up to the number of
	// the function that is called; packedResult is what comes after that, with packedUnwind and the end of a block.
	packedWholeCall
	packedWholeNext
	packedResult
	// packedNest and packedWideNest are packedTable with the blocks before it, of which there are as many as runs, or one more.
	packedNest
	packedWideNest
	// packedFrame is the room that a function takes on the stack, and is followed by its size; packedReturned gives it back, with that of the return
	// address, and returns.
	packedFrame
	packedReturned
)

const elementSection, codeSection = 9, 10

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
		case elementSection:
			p.elements(content)
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
	// frame is the size of the function's room on the stack, 0 if it has taken none.
	frame  int
	called bool
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

// elements writes the element section: the table of all functions, which calls of function values go through.
func (p *packer) elements(section []byte) {
	r := &reader{rest: section}
	if r.number() == 1 && r.number() == 0 {
		r.address()
		count, start := r.number(), r.rest
		first := r.number()
		for i := 1; i < count && r.err == nil; i++ {
			if r.number() != first+i {
				r.fail()
			}
		}
		if r.err == nil && count > 0 && len(r.rest) == 0 {
			p.literal(section[:len(section)-len(start)])
			p.command(packedAscending, count, first)
			return
		}
	}
	p.literal(section)
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
