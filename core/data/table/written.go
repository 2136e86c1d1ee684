package table

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"conelab/core/data/fault"
)

// Matrices as LaTeX and R write them.

// pattern returns a pattern that is compiled when it is first used: programs start without.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

var (
	latexMatrix  = pattern(`(?s)\\begin\{((?:[pbBvV]|small)?matrix|array)\*?\}(.*?)\\end\{`)
	latexPower   = pattern(`^(.*?)(?:\\cdot|\\times)10\^(?:\{([^}]*)\}|(\d))$`)
	latexRatio   = pattern(`^([+-]?)\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}$`)
	latexLineEnd = pattern(`\\\\(\[[^\]]*\])?`)
	// What only sets type; {,} is a decimal comma.
	latexSpace = strings.NewReplacer("{,}", ".", `\,`, "", `\;`, "", `\:`, "", `\!`, "", `\ `, "", `\hline`, "", "$", "", "\n", "", "\r", "", "\t", "", " ", "", "~", "", "\u2212", "-")
)

// isLaTeX reports whether there is a matrix environment in the text.
func isLaTeX(text []byte) bool { return latexMatrix().Match(text) }

// parseLaTeX returns the rows of the first matrix environment.
func parseLaTeX(text []byte) (rows [][]float64, err error) {
	found := latexMatrix().FindSubmatch(text)
	body := strings.TrimSpace(string(found[2]))
	if string(found[1]) == "array" && strings.HasPrefix(body, "{") { // its columns
		_, body, _ = strings.Cut(body, "}")
	}
	for _, line := range latexLineEnd().Split(body, -1) {
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

// latexNumber reads 1.5, 1.5\cdot10^{-3} or \frac{1}{3}.
func latexNumber(text string) (float64, error) {
	if parts := latexRatio().FindStringSubmatch(text); parts != nil {
		above, err := latexNumber(parts[2])
		if err != nil {
			return 0, err
		}
		below, err := latexNumber(parts[3])
		if err != nil {
			return 0, err
		}
		if parts[1] == "-" {
			above = -above
		}
		return finiteNumber(above/below, nil)
	}
	if parts := latexPower().FindStringSubmatch(text); parts != nil {
		text = parts[1] + "e" + parts[2] + parts[3]
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

var (
	rVector  = pattern(`(?s)\bc\(([^()]*)\)(.*)`)
	rMatrix  = pattern(`^\s*(?:[\w.]+\s*(?:<-|=)\s*)?(?:matrix|structure)\s*\(`)
	rSides   = pattern(`\b(nrow|ncol)\s*=\s*(\d+)`)
	rDim     = pattern(`(?:\.?[Dd]im)\s*=\s*c\(\s*(\d+)L?\s*,\s*(\d+)L?\s*\)`)
	rPlain   = pattern(`^\s*,\s*(\d+)L?\s*(?:,\s*(\d+)L?\s*)?[,)]`)
	rByRow   = pattern(`byrow\s*=\s*T`)
	rHeading = pattern(`^\s*(\[,\d+\]\s*)+$`)
	rLine    = pattern(`^\s*\[(\d+),\]\s*(.*)$`)
)

// isR reports whether the text is a matrix as R writes or prints it.
func isR(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return rMatrix().Match(text) || rHeading().Match(line)
}

// parseR returns the rows.
func parseR(text []byte) ([][]float64, error) {
	if rMatrix().Match(text) {
		return parseRCall(string(text))
	}
	return parseRPrint(string(text))
}

// parseRPrint reads what R prints: blocks of columns under [,1] [,2] .., with [1,] before each row.
func parseRPrint(text string) (rows [][]float64, err error) {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" || rHeading().MatchString(line) {
			continue
		}
		parts := rLine().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if parts == nil {
			return nil, fault.New("the matrix", "has the line "+fault.Clip(strings.TrimSpace(line))+`, expected one that begins with its number, as "[1,]"`)
		}
		at, _ := strconv.Atoi(parts[1])
		switch at {
		case len(rows) + 1:
			rows = append(rows, nil)
		default:
			if at < 1 || at > len(rows) {
				return nil, fault.New("the matrix", "has row "+parts[1]+" after "+strconv.Itoa(len(rows))+" rows, expected them in order")
			}
		}
		for _, cell := range strings.Fields(parts[2]) {
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
func parseRCall(text string) ([][]float64, error) {
	found := rVector().FindStringSubmatch(text)
	if found == nil {
		return nil, fault.New("the matrix", "has no numbers in c(), expected them as matrix(c(1, 0, 0, 1), nrow = 2)")
	}
	var values []float64
	for _, cell := range strings.Split(found[1], ",") {
		v, err := finiteNumber(strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(cell), "L"), 64))
		if err != nil {
			return nil, fault.New("number "+strconv.Itoa(len(values)+1), wrong(fault.Clip(strings.TrimSpace(cell)), err))
		}
		values = append(values, v)
	}
	height, width := rSize(found[2])
	switch {
	case height == 0 && width == 0:
		height = 1
		for height*height < len(values) { // a square one, which is what is decomposed
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
			if rByRow().MatchString(found[2]) {
				at = i*width + k
			}
			rows[i] = append(rows[i], values[at])
		}
	}
	return rows, nil
}

// mostSide bounds a side that R is told.
const mostSide = 1 << 15

// rSize returns the sides that the arguments say, 0 for those that they do not.
func rSize(arguments string) (height, width int) {
	number := func(text string) int {
		n, _ := strconv.Atoi(text)
		return min(n, mostSide)
	}
	if dim := rDim().FindStringSubmatch(arguments); dim != nil {
		return number(dim[1]), number(dim[2])
	}
	if plain := rPlain().FindStringSubmatch(arguments); plain != nil {
		height, width = number(plain[1]), number(plain[2])
	}
	for _, side := range rSides().FindAllStringSubmatch(arguments, -1) {
		if side[1] == "nrow" {
			height = number(side[2])
		} else {
			width = number(side[2])
		}
	}
	return height, width
}
