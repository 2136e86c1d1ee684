package store

import (
	"encoding/json"

	"rsc.io/qr/coding"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
)

// qr returns the QR code of a text, of the smallest version that holds it and, within that, of the highest level of error correction.
func (s Source) qr(text string) ([]byte, error) {
	content := coding.String(text)
	for version := coding.Version(coding.MinVersion); version <= coding.MaxVersion; version++ {
		for level := coding.H; level >= coding.L; level-- {
			if fits(content, version, level) {
				plan, err := coding.NewPlan(version, level, 0)
				if err != nil {
					return nil, err
				}
				code, err := plan.Encode(content)
				if err != nil {
					return nil, err
				}
				return json.Marshal(protocol.QR{Rows: rowsOf(code), Version: int(version)})
			}
		}
	}
	return nil, messages.TooLongForQR(len(text), mostLetters)
}

// fits reports whether a code of a version and a level can hold a content.
func fits(content coding.Encoding, version coding.Version, level coding.Level) bool {
	return content.Bits(version) <= 8*version.DataBytes(level)
}

// mostLetters is the number of letters that the largest code can hold: its bits without those for the mode and the length.
var mostLetters = coding.Version(coding.MaxVersion).DataBytes(coding.L) - (4+16+7)/8

// rowsOf returns the rows of a code, 1 for a dark module and 0 for a light one.
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
