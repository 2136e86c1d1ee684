package table

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Matrices as LaTeX and R write them.

// latexMatrices are the environments that have one.
var latexMatrices = []string{"matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "array"}

// latexBody returns what is in the first environment, if that is one of a matrix.
func latexBody(text string) (body string, ok bool) {
	for {
		var name string
		if _, text, ok = strings.Cut(text, `\begin{`); !ok {
			return "", false
		}
		if name, text, ok = strings.Cut(text, "}"); !ok {
			return "", false
		}
		if name = strings.TrimSuffix(name, "*"); !slices.Contains(latexMatrices, name) {
			continue // equation, align
		}
		body, _, ok = strings.Cut(text, `\end{`)
		if name == "array" { // after its columns
			_, body, _ = strings.Cut(body, "}")
		}
		return body, ok
	}
}

// isLaTeX reports whether there is a matrix environment in the text.
func isLaTeX(text []byte) bool {
	_, ok := latexBody(string(text))
	return ok
}

// latexSpace takes away what only sets type; {,} is a decimal comma.
var latexSpace = strings.NewReplacer("{,}", ".", `\,`, "", `\;`, "", `\:`, "", `\!`, "", `\ `, "", `\hline`, "", "$", "", "\n", "", "\r", "", "\t", "", " ", "", "~", "",
	"\u2212", "-", `\times`, `\cdot`)

// parseLaTeX returns the rows of the first matrix environment.
func parseLaTeX(text []byte) (rows [][]float64, err error) {
	body, _ := latexBody(string(text))
	for i, line := range strings.Split(body, `\\`) {
		if i > 0 && strings.HasPrefix(line, "[") { // \\[2pt]
			_, line, _ = strings.Cut(line, "]")
		}
		if latexSpace.Replace(line) == "" {
			continue
		}
		var row []float64
		for _, cell := range strings.Split(line, "&") {
			v, err := latexNumber(latexSpace.Replace(cell))
			if err != nil {
				return nil, placed(len(rows), len(row), cell, err)
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// latexNumber reads 1.5, 1.5\cdot10^{-3} or -\frac{1}{3}.
func latexNumber(text string) (float64, error) {
	for _, name := range []string{`\frac{`, `\dfrac{`, `\tfrac{`} {
		if sign, ratio, ok := strings.Cut(text, name); ok && len(sign) < 2 {
			above, below, _ := strings.Cut(strings.TrimSuffix(ratio, "}"), "}{")
			a, err := finiteNumber(strconv.ParseFloat(sign+above, 64))
			if err != nil {
				return 0, err
			}
			b, err := finiteNumber(strconv.ParseFloat(below, 64))
			if err != nil {
				return 0, err
			}
			return finiteNumber(a/b, nil)
		}
	}
	if digits, power, ok := strings.Cut(text, `\cdot10^`); ok {
		text = digits + "e" + strings.Trim(power, "{}")
	}
	return finiteNumber(strconv.ParseFloat(text, 64))
}

// finiteNumber refuses what is not finite.
func finiteNumber(v float64, err error) (float64, error) {
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		err = strconv.ErrRange
	}
	return v, err
}

// placed says which entry is no number.
func placed(row, column int, cell string, err error) error {
	return fault.New("row "+strconv.Itoa(row+1)+", column "+strconv.Itoa(column+1), wrong(fault.Clip(strings.TrimSpace(cell)), err))
}

// isR reports whether the text is a matrix as R writes or prints it.
func isR(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	_, call := rCall(string(text))
	return call || isRHeading(string(line))
}

// isRHeading reports whether a line is [,1] [,2] and so on.
func isRHeading(line string) bool {
	words := strings.Fields(line)
	for _, word := range words {
		if !strings.HasPrefix(word, "[,") || !strings.HasSuffix(word, "]") {
			return false
		}
	}
	return len(words) > 0
}

// rCall returns the arguments of matrix(..) or structure(..), perhaps after "Z <-", without white space.
func rCall(text string) (arguments string, ok bool) {
	name, arguments, ok := strings.Cut(strings.Join(strings.Fields(text), ""), "(")
	for _, arrow := range []string{"<-", "="} {
		if _, after, assigned := strings.Cut(name, arrow); assigned {
			name = after
		}
	}
	return arguments, ok && (name == "matrix" || name == "structure") && strings.Contains(arguments, "c(")
}

// parseR returns the rows.
func parseR(text []byte) ([][]float64, error) {
	if arguments, ok := rCall(string(text)); ok {
		return parseRCall(arguments)
	}
	return parseRPrint(string(text))
}

// parseRPrint reads what R prints: blocks of columns under [,1] [,2] .., with [1,] before each row.
func parseRPrint(text string) (rows [][]float64, err error) {
	for line := range strings.Lines(text) {
		cells := strings.Fields(line)
		if len(cells) == 0 || isRHeading(line) {
			continue
		}
		number, labelled := strings.CutSuffix(strings.TrimPrefix(cells[0], "["), ",]")
		at, err := strconv.Atoi(number)
		switch {
		case !labelled || err != nil:
			return nil, fault.New("the matrix", "has the line "+fault.Clip(strings.TrimSpace(line))+`, expected one that begins with its number, as "[1,]"`)
		case at == len(rows)+1:
			rows = append(rows, nil)
		case at < 1 || at > len(rows):
			return nil, fault.New("the matrix", "has row "+number+" after "+strconv.Itoa(len(rows))+" rows, expected them in order")
		}
		for _, cell := range cells[1:] {
			v, err := finiteNumber(strconv.ParseFloat(cell, 64))
			if err != nil {
				return nil, placed(at-1, len(rows[at-1]), cell, err)
			}
			rows[at-1] = append(rows[at-1], v)
		}
	}
	return rows, nil
}

// parseRCall reads matrix(c(..), nrow = 2) and structure(c(..), dim = c(2L, 2L)), which go column by column unless byrow is true.
func parseRCall(arguments string) ([][]float64, error) {
	_, list, _ := strings.Cut(arguments, "c(")
	list, rest, _ := strings.Cut(list, ")")
	var values []float64
	for _, cell := range strings.Split(list, ",") {
		v, err := finiteNumber(strconv.ParseFloat(strings.TrimSuffix(cell, "L"), 64))
		if err != nil {
			return nil, fault.New("number "+strconv.Itoa(len(values)+1), wrong(fault.Clip(cell), err))
		}
		values = append(values, v)
	}
	height, width := rSize(rest)
	switch {
	case height == 0 && width == 0: // a square one, which is what is decomposed
		for height*height < len(values) {
			height++
		}
		width = height
	case width == 0:
		width = len(values) / height
	case height == 0:
		height = len(values) / width
	}
	if height*width != len(values) {
		return nil, fault.New("the matrix", "has "+strconv.Itoa(len(values))+" numbers, expected "+strconv.Itoa(height)+" times "+strconv.Itoa(width))
	}
	rows := make([][]float64, height)
	for i := range rows {
		for k := range width {
			at := k*height + i
			if strings.Contains(rest, "byrow=T") {
				at = i*width + k
			}
			rows[i] = append(rows[i], values[at])
		}
	}
	return rows, nil
}

// rSize returns the sides that the arguments after the numbers say, 0 for those that they do not.
func rSize(arguments string) (height, width int) {
	if _, sides, ok := strings.Cut(arguments, "im=c("); ok { // dim or .Dim
		first, second, _ := strings.Cut(sides, ",")
		return leadingNumber(first), leadingNumber(second)
	}
	sides := [2]int{}
	next := 0
	for _, argument := range strings.Split(strings.TrimPrefix(arguments, ","), ",") {
		name, value, named := strings.Cut(argument, "=")
		switch {
		case name == "nrow":
			sides[0] = leadingNumber(value)
		case name == "ncol":
			sides[1] = leadingNumber(value)
		case !named && next < 2:
			sides[next] = leadingNumber(argument)
			next++
		}
	}
	return sides[0], sides[1]
}

// mostSide bounds a side that R is told.
const mostSide = 1 << 15

// leadingNumber reads the digits at the beginning of a text.
func leadingNumber(text string) (n int) {
	for _, r := range text {
		if r < '0' || r > '9' || n > mostSide {
			break
		}
		n = 10*n + int(r-'0')
	}
	return min(n, mostSide)
}
