package table

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// declared takes off the first line where it only says the separator, as Excel writes it: sep=;
func declared(data []byte) (rest []byte, separator rune) {
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	text := strings.Trim(strings.TrimRight(string(line), "\r"), `"`)
	if len(text) < 5 || !strings.EqualFold(text[:4], "sep=") || utf8.RuneCountInString(text) != 5 {
		return data, 0
	}
	separator, _ = utf8.DecodeRuneInString(text[4:])
	return rest, separator
}

// sampledLines is how many lines are read to find the separator.
const sampledLines = 50

// separator returns what separates the cells; a space stands for white space. That is the first of semicolon, tab, bar and comma that is as
// often in the second line as in the first, or one time more, as under a header that does not name the rows; where there is none, the first
// that is in the first line. A comma that makes numbers of words between white space is a decimal comma.
func separator(data []byte) rune {
	lines := sample(data)
	if len(lines) == 0 {
		return ' '
	}
	found := ' '
	for _, c := range ";\t|," {
		first := strings.Count(lines[0], string(c))
		if first == 0 {
			continue
		}
		if found == ' ' {
			found = c
		}
		if second := strings.Count(lines[min(1, len(lines)-1)], string(c)); second == first || second == first+1 {
			found = c
			break
		}
	}
	if found == ',' && spaced(lines) {
		return ' '
	}
	return found
}

// sample returns the first lines that are neither blank nor comments, without what is quoted in them.
func sample(data []byte) (lines []string) {
	quoted := false
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		if !quoted && (text == "" || text[0] == '#') {
			continue
		}
		// Tabs at the ends of a line separate.
		lines = append(lines, unquote(strings.TrimRight(string(line), "\r\n"), &quoted))
		if len(lines) == sampledLines {
			break
		}
	}
	return lines
}

// unquote puts a letter in place of what is quoted; quoted says whether a quotation is open at its ends.
func unquote(line string, quoted *bool) string {
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '"':
			if *quoted = !*quoted; *quoted {
				b.WriteByte('q')
			}
		case !*quoted:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// spaced reports whether all lines, but perhaps a header, are as many numbers with decimal points or commas between white space, and not all
// are so between commas.
func spaced(lines []string) bool {
	if len(lines) > 1 && !spacedNumbers(lines[0]) {
		lines = lines[1:]
	}
	byCommas, width := true, len(strings.Fields(lines[0]))
	for _, line := range lines {
		if len(strings.Fields(line)) != width || width < 2 || !spacedNumbers(line) {
			return false
		}
		for cell := range strings.SplitSeq(line, ",") {
			if _, ok := parseGrouped(strings.TrimSpace(cell), '.'); !ok {
				byCommas = false
			}
		}
	}
	return !byCommas
}

// spacedNumbers reports whether the words of a line are numbers, or row names in quotes and numbers.
func spacedNumbers(line string) bool {
	for k, word := range strings.Fields(line) {
		_, comma := parseGrouped(word, ',')
		_, point := parseGrouped(word, '.')
		if !comma && !point && !Missing(word) && (k > 0 || word != "q") {
			return false
		}
	}
	return true
}
