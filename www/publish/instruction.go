package publish

// The instructions of WebAssembly that have arguments, as far as Go's compiler uses them.
const (
	opBlock       = 0x02
	opIf          = 0x04
	opEnd         = 0x0b
	opBranch      = 0x0c
	opBranchIf    = 0x0d
	opBranchTable = 0x0e
	opCall        = 0x10
	opCallTable   = 0x11
	opGetLocal    = 0x20
	opSetGlobal   = 0x24
	opLoad        = 0x28
	opStore       = 0x3e
	opMemorySize  = 0x3f
	opMemoryGrow  = 0x40
	opConst32     = 0x41
	opConst64     = 0x42
	opFloat32     = 0x43
	opFloat64     = 0x44
	opLastPlain   = 0xc4
	opExtended    = 0xfc
	copyMemory    = 10
	fillMemory    = 11
)

// skip passes over the arguments of an instruction.
func (r *reader) skip(op byte) {
	switch {
	case op >= opBlock && op <= opIf, op == opMemorySize, op == opMemoryGrow:
		r.take(1)
	case op == opBranch, op == opBranchIf, op == opCall, op >= opGetLocal && op <= opSetGlobal:
		r.number()
	case op == opBranchTable:
		r.targets()
	case op == opCallTable:
		r.number()
		r.number()
	case op >= opLoad && op <= opStore:
		r.number()
		r.number()
	case op == opConst32, op == opConst64:
		r.signed()
	case op == opFloat32:
		r.take(4)
	case op == opFloat64:
		r.take(8)
	case op == opExtended:
		r.extended()
	case op > opLastPlain:
		r.fail()
	}
}

// extended passes over the rest of an instruction of two bytes.
func (r *reader) extended() {
	switch op := r.number(); {
	case op < copyMemory-2: // conversions to integers
	case op == copyMemory:
		r.take(2)
	case op == fillMemory:
		r.take(1)
	default:
		r.fail()
	}
}

// targets reads the targets of a br_table; the last is its default.
func (r *reader) targets() []int {
	var targets []int
	for count := r.number() + 1; len(targets) < count && r.err == nil; {
		targets = append(targets, r.number())
	}
	return targets
}

// signed reads a signed number.
func (r *reader) signed() int64 {
	value, shift := int64(0), 0
	for r.err == nil {
		b := r.take(1)[0]
		value |= int64(b&0x7f) << shift
		shift += 7
		if b < 0x80 {
			if b&0x40 != 0 && shift < 64 {
				value |= -1 << shift
			}
			break
		}
	}
	return value
}
