package publish

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// The code of a call before the return address, which goes on the stack, and behind it, and the code after the call.
const (
	beforeAddress = "\x20\x01\x41\x08\x6b\x22\x01\x24\x00\x20\x01\x42"
	afterAddress  = "\x37\x03\x00\x41\x00\x10"
	afterCall     = "\x23\x00\x21\x01"
	setTarget     = "\x21\x00"
)

// The code around the size of a function's room on the stack, where it is taken and given back, and that before a function's table.
const (
	beforeSize  = "\x20\x01"
	afterSize   = "\x6b\x22\x01\x24\x00"
	afterReturn = "\x6a\x22\x01\x24\x00\x20\x01\x41\x08\x6a\x22\x01\x24\x00\x41\x00\x0f"
	oneBlock    = "\x02\x40"
	beforeTable = "\x20\x00\x0e"
)

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
	p.depth, p.frame = 0, 0
	for len(r.rest) > 0 && r.err == nil {
		instruction := r.rest
		op := r.take(1)[0]
		argument := r.rest
		// follows reports whether some code ends before the present argument, after what has been replaced.
		follows := func(code string) bool { return bytes.HasSuffix(from[:len(from)-len(argument)], []byte(code)) }
		switch op {
		case opBranchTable:
			runs := runsOf(r.targets())
			if p.function < function && runs != nil && bytes.Equal(argument[:len(argument)-len(r.rest)], tableOf(runs)) {
				kind, before := byte(packedTable), 0
				for more := range 2 {
					if nest := strings.Repeat(oneBlock, len(runs)+more) + beforeTable; follows(nest) {
						kind, before = packedNest+byte(more), len(nest)
					}
				}
				instead(from[len(from)-len(argument)-before:], func() { p.table(kind, function, runs) })
			}
		case opConst32:
			n := int(r.signed())
			if n < 0 || len(argument)-len(r.rest) != len(appendSigned(nil, n)) {
				break
			}
			sized := follows(beforeSize + "\x41")
			size := from[max(0, len(from)-len(instruction)-len(beforeSize)):]
			switch {
			case p.function == function && starts(r.rest, setTarget):
				r.take(len(setTarget))
				instead(instruction, func() { p.command(packedTarget, distance(n-p.passed)) })
			case sized && p.frame == 0 && n > 0 && starts(r.rest, afterSize) && !starts(r.rest, afterSize+beforeSize+"\x42"): // which would be a call
				p.frame = n
				r.take(len(afterSize))
				instead(size, func() { p.command(packedFrame, n) })
			case sized && p.frame == n && n > 0 && starts(r.rest, afterReturn):
				r.take(len(afterReturn))
				instead(size, func() { p.command(packedReturned) })
			}
		case opConst64:
			n := r.signed()
			if p.function != function || n>>16 != int64(function) || len(argument)-len(r.rest) != len(appendSigned(nil, int(n))) {
				break
			}
			kind, numbers := p.address(int(n & 0xffff))
			if kind != packedAddress && follows(beforeAddress) && starts(r.rest, afterAddress) {
				kind += packedWholeCall - packedCall
				argument = from[len(from)-len(argument)-len(beforeAddress):]
				r.take(len(afterAddress))
			}
			instead(argument, func() { p.command(kind, numbers...) })
			if kind >= packedWholeCall {
				r.number()
			}
		case opBranch, opBranchIf:
			depth := r.number()
			kind := p.branch(op, depth)
			if p.function != function || kind == 0 || len(argument)-len(r.rest) != len(binary.AppendUvarint(nil, uint64(depth))) {
				break
			}
			if kind == packedUnwind && p.called && follows(afterCall+"\x0d") && len(r.rest) > 0 && r.rest[0] == opEnd {
				kind = packedResult
				instruction = from[len(from)-len(instruction)-len(afterCall):]
				r.take(1)
				p.resumes(function) // that of the call, which is passed already
			}
			instead(instruction, func() { p.command(kind) })
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

// starts reports whether some bytes begin with some code.
func starts(data []byte, code string) bool { return bytes.HasPrefix(data, []byte(code)) }

// distance returns what stands for a resume point that is so much later.
func distance(further int) int {
	if further > 0 {
		return 2 * (further - 1)
	}
	return 1 - 2*further
}

// table writes the table of a function's resume points. It is in the innermost of their blocks.
func (p *packer) table(kind byte, function int, runs []int) {
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
	p.command(kind, append([]int{len(runs)}, runs...)...)
}

// address returns the command for a return address, and passes it.
func (p *packer) address(address int) (kind byte, numbers []int) {
	switch {
	case p.passed+1 < len(p.points) && address == p.points[p.passed+1]:
		kind = packedCall
		p.passed++
		p.called = true
	case address == p.following():
		kind = packedNext
	default:
		kind, numbers = packedAddress, []int{address}
	}
	p.last = address
	return kind, numbers
}

// following returns the address that packedNext stands for: the first call of a function, for a larger stack, returns to its beginning.
func (p *packer) following() int {
	if p.last < 0 {
		return 0
	}
	return max(p.last, p.points[p.passed]) + 1
}

// branch returns what stands for a branch out of so many blocks, or 0 if nothing does.
func (p *packer) branch(op byte, depth int) byte {
	further := depth - (len(p.points) - p.passed)
	switch {
	case op == opBranchIf && further == 1:
		return packedUnwind
	case op == opBranchIf && further == 0:
		return packedReturn
	case op == opBranch && further == 0:
		return packedLoop
	case op == opBranch && further == -1:
		return packedLast
	}
	return 0
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
