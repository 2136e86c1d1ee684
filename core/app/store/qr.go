package store

import (
	"encoding/json"

	"rsc.io/qr/coding"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
)

// qr returns the QR code of a text, of the smallest version that holds it and, within that, of the highest level of error correction.
func (s Source) qr(text string) ([]byte, error) {
	content := coding.String(text)
	for version := coding.Version(coding.MinVersion); version <= coding.MaxVersion; version++ {
		for level := coding.H; level >= coding.L; level-- {
			if fits(content, version, level) {
				return written(content, version, level)
			}
		}
	}
	return nil, say.TooLongForQR(len(text), mostLetters)
}

// fits reports whether a code of a version and a level can hold a content.
func fits(content coding.Encoding, version coding.Version, level coding.Level) bool {
	return content.Bits(version) <= 8*version.DataBytes(level)
}

// mostLetters is the number of letters that the largest code can hold: its bits without those for the mode and the length.
var mostLetters = coding.Version(coding.MaxVersion).DataBytes(coding.L) - (4+16+7)/8

// written draws the code with each mask in turn, and returns the one that is easiest to read, as the standard requires.
func written(content coding.Encoding, version coding.Version, level coding.Level) ([]byte, error) {
	var best []string
	least := -1
	for mask := coding.Mask(0); mask < 8; mask++ {
		plan, err := coding.NewPlan(version, level, mask)
		if err != nil {
			return nil, err
		}
		code, err := plan.Encode(content)
		if err != nil {
			return nil, err
		}
		rows := rowsOf(code)
		if p := penalty(rows); least < 0 || p < least {
			best, least = rows, p
		}
	}
	return json.Marshal(protocol.QR{Rows: best, Version: int(version)})
}

func rowsOf(code *coding.Code) []string {
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = '0'
			if code.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows
}

// penalty is the standard's measure of how hard a code is to read (ISO/IEC 18004, 7.8.3): runs of one shade, blocks of one shade, patterns that look
// like the squares in the corners, and an imbalance of the shades.
func penalty(rows []string) int {
	n, sum, dark := len(rows), 0, 0
	line := make([]byte, n)
	for y := range n {
		sum += linePenalty([]byte(rows[y]))
		for x := range n {
			line[x] = rows[x][y]
			if rows[y][x] == '1' {
				dark++
			}
			if x > 0 && y > 0 && rows[y][x] == rows[y-1][x] && rows[y][x] == rows[y][x-1] && rows[y][x] == rows[y-1][x-1] {
				sum += 3
			}
		}
		sum += linePenalty(line)
	}
	off := 20*dark - 10*n*n // deviation from one half, in steps of 5 per cent
	if off < 0 {
		off = -off
	}
	return sum + 10*(off/(n*n))
}

// linePenalty returns the penalty of a row or a column.
func linePenalty(line []byte) int {
	sum, run := 0, 0
	for i := range line {
		if i > 0 && line[i] == line[i-1] {
			run++
		} else {
			run = 1
		}
		switch {
		case run == 5:
			sum += 3
		case run > 5:
			sum++
		}
		if i >= 10 {
			switch string(line[i-10 : i+1]) {
			case "10111010000", "00001011101":
				sum += 40
			}
		}
	}
	return sum
}
