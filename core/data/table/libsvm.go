package table

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// isLIBSVM reports whether data is in LIBSVM's format, also called svmlight: in each of the first lines a number, the label, and then pairs
// index:value, separated by white space.
func isLIBSVM(data []byte) bool {
	pairs := false
	for line := range bytes.Lines(beginning(data)) {
		line, _, _ := strings.Cut(string(line), "#")
		for k, word := range strings.Fields(line) {
			index, value, pair := strings.Cut(word, ":")
			switch {
			case pair != (k > 0), k == 0 && !isNumber(word):
				return false
			case pair && (!digits(index) && index != "qid" || index == "" || !isNumber(value)):
				return false
			}
			pairs = pairs || pair
		}
	}
	return pairs
}

// maxWritten is the largest number of entries of a table that is written out.
const maxWritten = 1 << 27

// libsvmLabel is the name of the column of labels.
const libsvmLabel = "label"

// parseLIBSVM reads the rows of a file in LIBSVM's format. A feature that a row does not list is 0. The columns are the features, called by
// their indices from 0 or 1 up to the largest, in the file or in one trained on whose columns are known, and then the label.
func parseLIBSVM(data []byte, known []string) (*Table, error) {
	type pair struct {
		row, at int
		value   float64
	}
	var pairs []pair // that of a label has the feature -1
	first, last, number := 1, 0, 0
	t := &Table{}
	for line := range bytes.Lines(data) {
		number++
		line, _, _ = bytes.Cut(line, []byte("#"))
		words := strings.Fields(strings.ReplaceAll(string(line), minus, "-"))
		if len(words) == 0 {
			continue
		}
		where := "line " + strconv.Itoa(number)
		label, err := decimalNumber(words[0])
		if err != nil || math.IsNaN(label) || math.IsInf(label, 0) {
			return nil, fault.New(where, `has the label "`+fault.Clip(words[0])+`", expected one finite number`)
		}
		pairs = append(pairs, pair{t.height, -1, label})
		before := -1
		for _, word := range words[1:] {
			index, value, _ := strings.Cut(word, ":")
			at, err := strconv.ParseUint(index, 10, 31)
			v, bad := decimalNumber(value)
			if err != nil || bad != nil || math.IsInf(v, 0) || int(at) <= before {
				return nil, fault.New(where, `has "`+fault.Clip(word)+`", expected index:value with rising indices and finite numbers`)
			}
			before = int(at)
			first, last = min(first, before), max(last, before)
			pairs = append(pairs, pair{t.height, before, v})
		}
		t.height, t.lines = t.height+1, append(t.lines, number)
	}
	first, last = widened(first, last, known)
	t.width = last - first + 2
	if float64(t.height)*float64(t.width) > maxWritten {
		return nil, fault.New("the file", "has "+strconv.Itoa(t.height)+" rows of "+strconv.Itoa(t.width-1)+" features, expected at most "+
			strconv.Itoa(maxWritten)+" numbers with all zeros")
	}
	t.numbers = make([]float64, t.height*t.width)
	for _, p := range pairs {
		if p.at < 0 {
			p.at = last + 1
		}
		t.numbers[p.row*t.width+p.at-first] = p.value
	}
	for k := first; k <= last; k++ {
		t.Header = append(t.Header, strconv.Itoa(k))
	}
	t.Header = append(t.Header, libsvmLabel)
	features := "the features " + t.Header[0] + " to " + strconv.Itoa(last)
	t.Notes = []Note{{Sentence: "is in LIBSVM's format, with " + features + "; those that a row does not list are 0"}}
	return t, nil
}

// widened returns the range of the features with those trained on, if the names of these columns are those of this format.
func widened(first, last int, known []string) (low, high int) {
	if !slices.Contains(known, libsvmLabel) {
		return first, last
	}
	low, high = first, last
	for _, name := range known {
		if k, err := strconv.Atoi(name); err == nil {
			low, high = min(low, k), max(high, k)
		} else if name != libsvmLabel {
			return first, last
		}
	}
	return low, high
}
