package table

import (
	"bytes"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// isARFF reports whether data is a file of Weka's, in the attribute-relation format: it begins with @relation, after comments.
func isARFF(data []byte) bool {
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '%' {
			return keyword(string(line), "@relation")
		}
	}
	return false
}

// keyword reports whether a line begins with a word, in upper or lower case.
func keyword(line, word string) bool {
	return len(line) > len(word) && strings.EqualFold(line[:len(word)], word) && strings.ContainsAny(line[len(word):len(word)+1], " \t")
}

// parseARFF reads a file in the attribute-relation format with dense rows. Its attributes are the columns, of numbers or of words whatever
// their declared types.
//
// Format: https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/
func parseARFF(data []byte) (*Table, error) {
	data, notes := toUTF8(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	t := &Table{decimal: '.', Notes: notes}
	number, rows := 0, false
	for raw := range bytes.Lines(data) {
		number++
		line := strings.TrimSpace(string(raw))
		where := "line " + strconv.Itoa(number)
		switch {
		case line == "" || line[0] == '%' || keyword(line, "@relation"):
		case !rows && keyword(line, "@attribute"):
			t.Header = append(t.Header, arffWords(line[len("@attribute"):], " \t")[0])
		case !rows && strings.EqualFold(line, "@data"):
			rows = true
		case !rows:
			return nil, fault.New(where, "is "+fault.Clip(line)+", expected @attribute or @data")
		case line[0] == '{':
			return nil, fault.New(where, "is a sparse row, expected a row with all attributes: in Weka, the filter SparseToNonSparse")
		default:
			cells := arffWords(line, ",")
			if len(cells) != len(t.Header) {
				what := "has " + fault.Count(len(cells), "cell") + ", expected " + strconv.Itoa(len(t.Header)) + " as there are attributes"
				return nil, fault.New(where, what)
			}
			t.Rows, t.lines = append(t.Rows, cells), append(t.lines, number)
		}
	}
	if len(t.Rows) == 0 || len(t.Header) == 0 {
		return nil, fault.New("the ARFF file", "has no rows, expected some after @data")
	}
	t.evaluate()
	return t, nil
}

// arffWords splits text at separators outside quotes, single or double, which it removes, as it does white space around words.
func arffWords(text, separators string) (words []string) {
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
	text = strings.TrimSpace(text)
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
		case strings.IndexByte(separators, c) >= 0:
			end()
		case quoted && (c == ' ' || c == '\t'): // after the closing quote
		default:
			word.WriteByte(c)
		}
	}
	end()
	return words
}
