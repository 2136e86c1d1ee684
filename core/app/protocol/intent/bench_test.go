package intent

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"testing"
)

func BenchmarkIntent(b *testing.B) {
	table := bytes.Repeat([]byte("1.25,\"a\",-3.5\r\n"), 20<<20/15)
	for _, row := range []struct{ name, text string }{
		{"drag", `{"do":"drag","at":[0.5,-0.25],"radius":0.05,"index":3}`},
		{"text", `{"do":"import","name":"x.csv","text":` + strconv.Quote(string(table)) + `}`},
		{"data", `{"do":"import","name":"x.csv","data":"` + base64.StdEncoding.EncodeToString(table) + `"}`},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode([]byte(row.text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
