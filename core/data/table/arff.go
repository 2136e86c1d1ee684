package table

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// IsARFF reports whether data is a file of Weka's, in the attribute-relation format: it begins with @relation, after comments.
func IsARFF(data []byte) bool {
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '%' {
			return keyword(string(line), "@relation")
		}
	}
	return false
}

// keyword reports whether a line begins with a word, in upper or lower case.
func keyword(line, word string) bool {
	return len(line) > len(word) && strings.EqualFold(line[:len(word)], word) && strings.ContainsAny(line[len(word):len(word)+1], " \t")
}

// ParseARFF reads a file in the attribute-relation format, whose rows are dense or sparse. Its attributes are the columns, of numbers or of
// words whatever their declared types.
//
// Format: https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/
func ParseARFF(data []byte, beat *Beat) (*Table, error) {
	t := &Table{decimal: '.'}
	var zeros []string // what each attribute is in sparse rows that do not have it
	number, rows := 0, false
	for raw := range bytes.Lines(toUTF8(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))) {
		number++
		line := strings.TrimSpace(string(raw))
		where := "line " + strconv.Itoa(number)
		switch {
		case line == "" || line[0] == '%' || keyword(line, "@relation"):
		case !rows && keyword(line, "@attribute"):
			parts := arffWords(line[len("@attribute"):], " \t", 2)
			if len(parts) < 2 || strings.EqualFold(parts[1], "relational") {
				return nil, fault.New(where, "is "+fault.Clip(line)+", expected @attribute, a name, and numeric, string, date or words in braces")
			}
			zero := "0"
			if inside, ok := strings.CutPrefix(parts[1], "{"); ok {
				zero = arffWords(strings.TrimSuffix(inside, "}"), ",", 0)[0]
			}
			t.Header, zeros = append(t.Header, parts[0]), append(zeros, zero)
		case !rows && strings.EqualFold(line, "@data"):
			rows = true
		case !rows:
			return nil, fault.New(where, "is "+fault.Clip(line)+", expected @attribute or @data")
		default:
			cells, err := arffRow(line, zeros, where)
			if err != nil {
				return nil, err
			}
			t.Rows, t.lines = append(t.Rows, cells), append(t.lines, number)
			beat.Count(len(cells))
		}
	}
	if len(t.Rows) == 0 || len(t.Header) == 0 {
		return nil, fault.New("the ARFF file", "has no rows, expected some after @data")
	}
	t.evaluate(beat)
	return t, nil
}

// arffRow returns the cells of a line of data; zeros are those of a sparse row that lists none.
func arffRow(line string, zeros []string, where string) ([]string, error) {
	inside, sparse := strings.CutPrefix(line, "{")
	if !sparse {
		cells := arffWords(line, ",", 0)
		if len(cells) != len(zeros) {
			return nil, fault.New(where, "has "+strconv.Itoa(len(cells))+" cells, expected "+strconv.Itoa(len(zeros))+" as there are attributes")
		}
		return cells, nil
	}
	cells := slices.Clone(zeros)
	for rest := strings.TrimSpace(strings.TrimSuffix(inside, "}")); rest != ""; {
		index, value, _ := strings.Cut(rest, " ")
		at, err := strconv.Atoi(index)
		if err != nil || at < 0 || at >= len(zeros) {
			return nil, fault.New(where, `has "`+fault.Clip(rest)+`", expected the number of an attribute from 0 and its value`)
		}
		words := append(arffWords(value, ",", 2), "")
		cells[at], rest = words[0], strings.TrimSpace(words[1])
	}
	return cells, nil
}

// arffWords splits text at separators outside quotes, single or double, which it removes, as it does white space around words; the last of
// most words, if most is not 0, is the rest of the text. White space as a separator may repeat.
func arffWords(text, separators string, most int) (words []string) {
	text = strings.TrimSpace(text)
	var word strings.Builder
	quote, quoted := byte(0), false
	end := func() {
		w := word.String()
		if !quoted {
			w = strings.TrimSpace(w)
		}
		words, quoted = append(words, w), false
		word.Reset()
	}
	for at := 0; at < len(text); at++ {
		c := text[at]
		switch {
		case c == '\\' && at+1 < len(text):
			at++
			word.WriteByte(text[at])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case (c == '\'' || c == '"') && strings.TrimSpace(word.String()) == "":
			word.Reset()
			quote, quoted = c, true
		case strings.IndexByte(separators, c) >= 0 && (most == 0 || len(words) < most-1):
			end()
			rest := strings.TrimLeft(text[at+1:], " \t")
			if len(words) == most-1 {
				return append(words, rest)
			}
			at = len(text) - len(rest) - 1
		case quoted && (c == ' ' || c == '\t'): // after the closing quote
		default:
			word.WriteByte(c)
		}
	}
	end()
	return words
}
