package table

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// declared removes a first line that only declares the separator, as Excel writes it: sep=;
func declared(data []byte) (rest []byte, separator rune) {
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	text := strings.Trim(strings.TrimRight(string(line), "\r"), `"`)
	if len(text) < 5 || !strings.EqualFold(text[:4], "sep=") || utf8.RuneCountInString(text) != 5 {
		return data, 0
	}
	separator, _ = utf8.DecodeRuneInString(text[4:])
	return rest, separator
}

// sampledLines is the number of lines read to find the separator.
const sampledLines = 50

// separator returns the character between cells; a space stands for white space. It is the first of semicolon, tab, bar and comma that occurs
// equally often in the first and second line, or once more in the second, as below a header that does not name the rows. If there is none, it
// is the first of them in the first line. A comma inside words between white space that makes them numbers is a decimal comma.
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

// sample returns the first lines that are neither blank nor comments, without their quoted parts.
func sample(data []byte) (lines []string) {
	quoted := false
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		if !quoted && (text == "" || text[0] == '#') {
			continue
		}
		// Tabs at the end of a line are separators.
		lines = append(lines, unquote(strings.TrimRight(string(line), "\r\n"), &quoted))
		if len(lines) == sampledLines {
			break
		}
	}
	return lines
}

// unquote replaces the quoted parts by a letter; quoted says whether a quotation is open at the line's ends.
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

// spaced reports whether all lines, except perhaps a header, have equally many numbers, with decimal points or commas, between white space,
// and the same is not true between commas.
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

// spacedNumbers reports whether the words of a line are numbers, or a quoted row name and numbers.
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
