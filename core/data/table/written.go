package table

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Matrices as LaTeX and R write them.

// latexToBrackets replaces LaTeX's marks between lines and cells by those of brackets, and removes typesetting commands; {,} is a decimal
// comma.
var latexToBrackets = strings.NewReplacer(`\\`, ";", "&", ",", "{,}", ".", `\times`, `\cdot`, `\hline`, "", `\,`, "", "$", "", " ", "", "\n", "", "\r", "", "\u2212", "-")

// latexBody returns the content of the first environment whose name ends in matrix or is array.
func latexBody(text string) (body string, ok bool) {
	for {
		if _, text, ok = strings.Cut(text, `\begin{`); !ok {
			return "", false
		}
		name, rest, _ := strings.Cut(text, "}")
		if name == "array" { // skip its column specification
			_, rest, _ = strings.Cut(rest, "}")
		} else if !strings.HasSuffix(name, "matrix") {
			continue // equation, align
		}
		body, _, ok = strings.Cut(rest, `\end{`)
		return body, ok
	}
}

// parseLaTeX returns the rows of the matrix in the body of an environment.
func parseLaTeX(body string) ([][]float64, error) {
	body = strings.ReplaceAll(latexToBrackets.Replace(body), `\cdot10^`, "e")
	return ParseBrackets([]byte("[" + strings.NewReplacer("{", "", "}", "").Replace(body) + "]"))
}

// numbers reads a list of numbers.
func numbers(cells []string) ([]float64, error) {
	row := make([]float64, len(cells))
	for i, cell := range cells {
		v, err := strconv.ParseFloat(strings.TrimSuffix(cell, "L"), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fault.New("number "+strconv.Itoa(i+1), wrong(fault.Clip(cell), err))
		}
		row[i] = v
	}
	return row, nil
}

// rArguments returns the arguments of matrix(..) or structure(..), without white space.
func rArguments(text []byte) (arguments string, ok bool) {
	name, arguments, _ := strings.Cut(strings.Join(strings.Fields(string(text)), ""), "(")
	return arguments, (strings.HasSuffix(name, "matrix") || strings.HasSuffix(name, "structure")) && strings.HasPrefix(arguments, "c(")
}

// parseRCall reads matrix(c(..), nrow = 2) and structure(c(..), dim = c(2L, 2L)), whose numbers run column by column unless byrow is true.
func parseRCall(arguments string) ([][]float64, error) {
	list, rest, _ := strings.Cut(arguments[2:], ")")
	values, err := numbers(strings.Split(list, ","))
	if err != nil {
		return nil, err
	}
	height := int(math.Ceil(math.Sqrt(float64(len(values))))) // of a square, unless a side is given
	if side := rSide(rest, "ncol="); side > 0 {
		height = max(1, len(values)/side)
	}
	for _, name := range []string{",", "im=c(", "nrow="} { // dim or .Dim; the last that is there decides
		if side := rSide(rest, name); side > 0 {
			height = side
		}
	}
	if len(values)%height != 0 {
		return nil, fault.New("the matrix", "has "+strconv.Itoa(len(values))+" numbers, expected rows of equal length")
	}
	rows := make([][]float64, height)
	for i, v := range values {
		at := i % height
		if strings.Contains(rest, "byrow=T") {
			at = i * height / len(values)
		}
		rows[at] = append(rows[at], v)
	}
	return rows, nil
}

// rSide returns the whole number after a name, 0 if there is none.
func rSide(arguments, name string) int {
	_, side, _ := strings.Cut(arguments, name)
	end := strings.IndexFunc(side, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(side)
	}
	n, _ := strconv.Atoi(side[:end])
	return n
}
