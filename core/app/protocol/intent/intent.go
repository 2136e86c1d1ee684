package intent

// Intent is one thing to ask of a session.
type Intent interface {
	// form shows the fields, in the order of the type.
	form(f *Form)
}

// Optional is a value that can be left out.
type Optional[T any] struct {
	Value T
	Given bool
}

// Given returns a value that is there.
func Given[T any](value T) Optional[T] { return Optional[T]{value, true} }

// Or returns the value, or another one where it is left out.
func (o Optional[T]) Or(other T) T {
	if o.Given {
		return o.Value
	}
	return other
}

// None is the index of no neuron, point, run or matrix.
const None = -1

// Append appends the JSON form of an intent to dst, with all digits of its numbers.
func Append(dst []byte, i Intent) []byte {
	f := Form{out: dst, start: len(dst), digits: -1}
	i.form(&f)
	return append(f.out, '}')
}

// Visit shows the fields of an intent to a visitor, which fills them.
func Visit(i Intent, v Visitor) { i.form(&Form{to: v}) }
