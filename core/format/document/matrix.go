package document

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/data/table"
	"conelab/core/network/certify"
)

// MatrixFormat is the format of a matrix to decompose.
const MatrixFormat = "conelab/matrix/1"

// Matrix is a matrix to decompose.
type Matrix struct {
	Format string      `json:"format" words:"conelab/matrix/1"`
	Z      [][]float64 `json:"z"`
}

// ReadMatrix reads and validates a square matrix in any of these forms: a matrix document, a JSON array of rows, a .npy file, a text table,
// or brackets as MATLAB, Julia and NumPy write and print them. It recognises the form from the content. Errors are InputErrors.
func ReadMatrix(data []byte) (m *Matrix, err error) {
	m = &Matrix{Format: MatrixFormat}
	switch text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))); {
	case !table.IsJSON(data):
		m.Z, err = table.ParseRows(data)
	case text[0] == '[':
		err = strictjson.Read(slices.Concat([]byte(`{"format":"`+MatrixFormat+`","z":`), text, []byte("}")), m)
	default:
		err = strictjson.Read(data, m)
	}
	if err == nil {
		err = m.Validate()
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// asymmetry is the largest difference of two mirrored entries, relative to the largest entry, that counts as rounding.
const asymmetry = 1e-9

// Validate returns an InputError if the matrix cannot be decomposed: it must be square, of order two or more, finite and, up to rounding,
// symmetric.
func (m *Matrix) Validate() error {
	order := len(m.Z)
	if order > 0 {
		width := len(m.Z[0])
		if err := checkWidths("z", m.Z, width, " as in z[0]"); err != nil {
			return err
		}
		if width != order {
			return fault.New("the matrix", "has "+fault.Count(order, "row")+" of "+strconv.Itoa(width)+", expected as many rows as columns; a table of data is no matrix")
		}
	}
	if order < 2 {
		return fault.New("the matrix", "has "+fault.Count(order, "row")+", expected at least 2")
	}
	size := 0.0
	for _, row := range m.Z {
		for _, v := range row {
			size = math.Max(size, math.Abs(v))
		}
	}
	for i, row := range m.Z {
		for j, v := range row[:i] {
			// Halved, so that the difference of two finite numbers is finite.
			if w := m.Z[j][i]; math.Abs(v/2-w/2) > asymmetry*size/2 {
				return fault.New(entry(i, j), "is "+fault.Number(v)+", expected "+fault.Number(w)+" as in "+entry(j, i)+
					", since the matrix must be symmetric")
			}
		}
	}
	return nil
}

// entry names an entry as tables do.
func entry(i, j int) string { return "row " + strconv.Itoa(i+1) + ", column " + strconv.Itoa(j+1) }

// Decomposition is the neural decomposition of a matrix Z, Z = sum y y' with y'Gy = 0.
type Decomposition struct {
	Format string `json:"format" words:"conelab/decomposition/1"`
	Pass   bool   `json:"pass"`
	certify.Decomposition
	Neurons []Unit `json:"neurons"`
}

// Unit is a vector y = (c, t) on the cone as a neuron: U = c/|c|, Alpha = t^2.
type Unit struct {
	U     []float64 `json:"u"`
	Alpha float64   `json:"alpha"`
}

// JSON returns the document with one neuron and one step per line, or nil if a number is not finite.
func (d *Decomposition) JSON() []byte { return strictjson.Lines(d) }

// Decompose decomposes a valid matrix. The result passes within the tolerance, relative to max|Z|; zero means
// certify.MatrixTolerance.
func (m *Matrix) Decompose(tolerance float64) *Decomposition {
	dec := certify.Decompose(m.Z, tolerance)
	out := &Decomposition{Pass: dec.Pass(), Decomposition: *dec}
	for _, n := range dec.Neurons {
		out.Neurons = append(out.Neurons, Unit{U: n.U, Alpha: n.Alpha})
	}
	return out
}
