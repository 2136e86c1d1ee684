package intent

// Intent is a request to a session.
type Intent interface {
	// form passes the fields to f in the order of the type.
	form(f *Form)
}

// Optional is a value that can be omitted.
type Optional[T any] struct {
	Value T
	Given bool
}

// Given returns an Optional with a value.
func Given[T any](value T) Optional[T] { return Optional[T]{value, true} }

// Or returns the value, or otherwise if it was omitted.
func (o Optional[T]) Or(other T) T {
	if o.Given {
		return o.Value
	}
	return other
}

// None is the index that stands for no neuron, point, run or matrix.
const None = -1

// Append appends the JSON form of an intent to dst. Numbers keep all their digits.
func Append(dst []byte, i Intent) []byte {
	f := Form{out: dst, start: len(dst), digits: -1}
	i.form(&f)
	return append(f.out, '}')
}

// Visit passes the fields of an intent to a visitor, which fills them.
func Visit(i Intent, v Visitor) { i.form(&Form{to: v}) }
