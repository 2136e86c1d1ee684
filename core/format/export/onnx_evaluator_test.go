package export

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"
)

// wire are the fields of a protobuf message, in their order.
type wire []struct {
	field int
	n     int64
	body  []byte
}

// readWire reads a message, with the two wire types that there are.
func readWire(t *testing.T, m []byte) (fields wire) {
	t.Helper()
	for len(m) > 0 {
		key, length := binary.Uvarint(m)
		v, more := binary.Uvarint(m[max(0, length):])
		if length <= 0 || more <= 0 {
			t.Fatalf("a number is broken in % x", m)
		}
		m = m[length+more:]
		f := wire{{field: int(key >> 3), n: int64(v)}}
		switch key & 7 {
		case varint:
		case delimited:
			if v > uint64(len(m)) {
				t.Fatalf("field %d has %d bytes, and %d are left", key>>3, v, len(m))
			}
			f[0].body, m = m[:v], m[v:]
		default:
			t.Fatalf("wire type %d", key&7)
		}
		fields = append(fields, f...)
	}
	return fields
}

// all returns the bodies of a field; one returns the body of a field that occurs once.
func (w wire) all(field int) (bodies [][]byte) {
	for _, f := range w {
		if f.field == field {
			bodies = append(bodies, f.body)
		}
	}
	return bodies
}

func (w wire) one(t *testing.T, field int) []byte {
	t.Helper()
	bodies := w.all(field)
	if len(bodies) != 1 {
		t.Fatalf("field %d is there %d times", field, len(bodies))
	}
	return bodies[0]
}

// array is the content of a tensor, row by row: numbers (also integers) or strings.
type array struct {
	sides []int
	v     []float64
	texts []string
}

// readTensor reads a constant.
func readTensor(t *testing.T, m []byte) (name string, a array) {
	t.Helper()
	w, size := readWire(t, m), 1
	kind := int64(0)
	for _, f := range w {
		switch f.field {
		case tensorDims:
			a.sides = append(a.sides, int(f.n))
			size *= int(f.n)
		case tensorType:
			kind = f.n
		}
	}
	switch kind {
	case stringType:
		for _, text := range w.all(tensorString) {
			a.texts = append(a.texts, string(text))
		}
	case floatType:
		for raw := w.one(t, tensorRaw); len(raw) >= 4; raw = raw[4:] {
			a.v = append(a.v, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
		}
	case doubleType, int64Type:
		raw := w.one(t, tensorRaw)
		for ; len(raw) >= 8; raw = raw[8:] {
			bits := binary.LittleEndian.Uint64(raw)
			if kind == doubleType {
				a.v = append(a.v, math.Float64frombits(bits))
			} else {
				a.v = append(a.v, float64(int64(bits)))
			}
		}
	default:
		t.Fatalf("a tensor of type %d", kind)
	}
	if len(a.v)+len(a.texts) != size {
		t.Fatalf("%d numbers and texts for the sides %v", len(a.v)+len(a.texts), a.sides)
	}
	return string(w.one(t, tensorName)), a
}

// evaluate runs a model at points, by the definitions of its operators, and returns all values by name.
func evaluate(t *testing.T, model []byte, points [][]float64) map[string]array {
	t.Helper()
	m := readWire(t, model)
	if m[0].field != modelVersion || m[0].n != irVersion || readWire(t, m.one(t, modelOpset))[0].n != opset {
		t.Fatal("no versions")
	}
	graph := readWire(t, m.one(t, modelGraph))
	at := map[string]array{}
	for _, c := range graph.all(graphInitializer) {
		name, a := readTensor(t, c)
		at[name] = a
	}
	x := array{sides: []int{len(points), len(points[0])}}
	for _, p := range points {
		x.v = append(x.v, p...)
	}
	in := graph.all(graphInput)
	if len(in) != 1 {
		t.Fatalf("%d inputs", len(in))
	}
	at[string(readWire(t, in[0]).one(t, valueName))] = x
	for _, body := range graph.all(graphNode) {
		w := readWire(t, body)
		var inputs []array
		for _, name := range w.all(nodeInput) {
			a, ok := at[string(name)]
			if !ok {
				t.Fatalf("%s is used before it is there", name)
			}
			inputs = append(inputs, a)
		}
		attributes := map[string]int{}
		for _, b := range w.all(nodeAttribute) {
			a := readWire(t, b)
			attributes[string(a.one(t, attributeName))] = int(a[1].n)
		}
		name := string(w.one(t, nodeOutput))
		if _, twice := at[name]; twice {
			t.Fatalf("%s is made twice", name)
		}
		at[name] = operate(t, string(w.one(t, nodeType)), attributes, inputs)
	}
	for _, out := range graph.all(graphOutput) {
		if name := string(readWire(t, out).one(t, valueName)); at[name].sides == nil {
			t.Fatalf("the output %s is not there", name)
		}
	}
	return at
}

// operate implements the definition of an operator, as far as models use it.
func operate(t *testing.T, operator string, attributes map[string]int, in []array) array {
	t.Helper()
	if f, ok := binaryOperators[operator]; ok {
		return broadcast(t, f, in[0], in[1])
	}
	switch operator {
	case "Identity", "Cast":
		return in[0]
	case "Sigmoid":
		out := array{sides: in[0].sides}
		for _, v := range in[0].v {
			out.v = append(out.v, 1/(1+math.Exp(-v)))
		}
		return out
	case "Softmax":
		return softmax(t, in[0], attributes["axis"])
	case "Relu", "Abs":
		out := array{sides: in[0].sides}
		for _, v := range in[0].v {
			if v < 0 {
				v *= map[string]float64{"Abs": -1}[operator]
			}
			out.v = append(out.v, v)
		}
		return out
	case "Gemm":
		return broadcast(t, binaryOperators["Add"], multiply(t, in[0], in[1]), in[2])
	case "MatMul":
		return multiply(t, in[0], in[1])
	case "Gather":
		return gather(in[0], in[1], attributes["axis"])
	case "Concat":
		return concat(t, in, attributes["axis"])
	case "Pad":
		return pad(t, in[0], in[1])
	case "ReduceSum":
		return reduce(t, in[0], in[1], attributes["keepdims"])
	case "ArgMax":
		return largest(t, in[0], attributes)
	case "Reshape":
		return array{sides: []int{len(in[0].v)}, v: in[0].v}
	}
	t.Fatalf("the operator %s is not known", operator)
	return array{}
}

// softmax applies the softmax function to each row.
func softmax(t *testing.T, a array, axis int) array {
	t.Helper()
	if axis != 1 || len(a.sides) != 2 {
		t.Fatalf("softmax along %d of %v", axis, a.sides)
	}
	out, width := array{sides: a.sides}, a.sides[1]
	for at := 0; at < len(a.v); at += width {
		sum := 0.0
		for _, v := range a.v[at : at+width] {
			sum += math.Exp(v)
		}
		for _, v := range a.v[at : at+width] {
			out.v = append(out.v, math.Exp(v)/sum)
		}
	}
	return out
}

// broadcast repeats dimensions of 1 and missing leading dimensions.
func broadcast(t *testing.T, f func(a, b float64) float64, a, b array) array {
	t.Helper()
	rank := max(len(a.sides), len(b.sides))
	side := func(x array, k int) int {
		if k -= rank - len(x.sides); k < 0 {
			return 1
		}
		return x.sides[k]
	}
	out, size := array{}, 1
	for k := range rank {
		m, n := side(a, k), side(b, k)
		if m != n && m != 1 && n != 1 {
			t.Fatalf("sides %v and %v", a.sides, b.sides)
		}
		out.sides = append(out.sides, max(m, n))
		size *= max(m, n)
	}
	place := func(x array, i int) int {
		at, step := 0, 1
		for k := rank - 1; k >= 0; k-- {
			if n := side(x, k); n > 1 {
				at += i % out.sides[k] * step
				step *= n
			}
			i /= out.sides[k]
		}
		return at
	}
	for i := range size {
		out.v = append(out.v, f(a.v[place(a, i)], b.v[place(b, i)]))
	}
	return out
}

// multiply multiplies the matrices in a's last two dimensions by b.
func multiply(t *testing.T, a, b array) array {
	t.Helper()
	inner := a.sides[len(a.sides)-1]
	if len(b.sides) != 2 || b.sides[0] != inner {
		t.Fatalf("a product of %v and %v", a.sides, b.sides)
	}
	out := array{sides: append(slices.Clone(a.sides[:len(a.sides)-1]), b.sides[1])}
	for at := 0; at < len(a.v); at += inner {
		for j := range b.sides[1] {
			sum := 0.0
			for k := range inner {
				sum += a.v[at+k] * b.v[k*b.sides[1]+j]
			}
			out.v = append(out.v, sum)
		}
	}
	return out
}

// gather takes entries of a along its first dimension, or of each row.
func gather(a, places array, axis int) array {
	if axis == 0 {
		out := array{sides: places.sides}
		for _, k := range places.v {
			out.texts = append(out.texts, a.texts[int(k)])
		}
		return out
	}
	out, width := array{sides: append([]int{a.sides[0]}, places.sides...)}, a.sides[1]
	for i := range a.sides[0] {
		for _, k := range places.v {
			out.v = append(out.v, a.v[i*width+int(k)])
		}
	}
	return out
}

func concat(t *testing.T, in []array, axis int) array {
	t.Helper()
	out := array{sides: []int{in[0].sides[0], 0}}
	if axis != 1 {
		t.Fatalf("concat along %d", axis)
	}
	for i := range in[0].sides[0] {
		for _, a := range in {
			out.v = append(out.v, a.v[i*a.sides[1]:(i+1)*a.sides[1]]...)
		}
	}
	out.sides[1] = len(out.v) / out.sides[0]
	return out
}

// pad adds one zero to each row.
func pad(t *testing.T, a, sizes array) array {
	t.Helper()
	if fmt.Sprint(sizes.v) != "[0 0 0 1]" {
		t.Fatalf("pads %v", sizes.v)
	}
	out := array{sides: []int{a.sides[0], a.sides[1] + 1}}
	for i := range a.sides[0] {
		out.v = append(append(out.v, a.v[i*a.sides[1]:(i+1)*a.sides[1]]...), 0)
	}
	return out
}

// reduce sums over the second of three dimensions.
func reduce(t *testing.T, a, axes array, keep int) array {
	t.Helper()
	if len(a.sides) != 3 || fmt.Sprint(axes.v, keep) != "[1] 0" {
		t.Fatalf("a sum of %v over %v", a.sides, axes.v)
	}
	n, m, k := a.sides[0], a.sides[1], a.sides[2]
	out := array{sides: []int{n, k}, v: make([]float64, n*k)}
	for i, v := range a.v {
		out.v[i/(m*k)*k+i%k] += v
	}
	return out
}

func largest(t *testing.T, a array, attributes map[string]int) array {
	t.Helper()
	if attributes["axis"] != 1 || attributes["keepdims"] != 0 {
		t.Fatalf("ArgMax with %v", attributes)
	}
	out, width := array{sides: a.sides[:1]}, a.sides[1]
	for at := 0; at < len(a.v); at += width {
		best := 0
		for k := range width {
			if a.v[at+k] > a.v[at+best] {
				best = k
			}
		}
		out.v = append(out.v, float64(best))
	}
	return out
}
