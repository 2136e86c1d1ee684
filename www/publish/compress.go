package publish

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/andybalholm/brotli"
)

// form is a compressed form of a file.
type form struct {
	// suffix is appended to the file's name; encoding is the form's name in HTTP.
	suffix, encoding string
	level            int
}

var (
	gzipForm   = form{".gz", "gzip", gzip.BestCompression}
	brotliForm = form{".br", "br", brotli.BestCompression}
)

// forms returns the compressed forms that are written next to each file.
func (b *builder) forms() []form {
	if b.Quick {
		return []form{{gzipForm.suffix, gzipForm.encoding, gzip.DefaultCompression}}
	}
	return []form{gzipForm, brotliForm}
}

// pack returns data compressed, from the cache folder if it is there.
func (f form) pack(cache string, data []byte) ([]byte, error) {
	if cache == "" {
		return f.compress(data)
	}
	kept := filepath.Join(cache, hash(data)+"-"+strconv.Itoa(f.level)+f.suffix)
	if packed, err := os.ReadFile(kept); err == nil {
		return packed, nil
	}
	packed, err := f.compress(data)
	if err != nil {
		return nil, err
	}
	// A rename is atomic: an interrupted build never leaves a partial file under the final name.
	return packed, errors.Join(os.MkdirAll(cache, 0o755), os.WriteFile(kept+".part", packed, 0o644), os.Rename(kept+".part", kept))
}

func (f form) compress(data []byte) ([]byte, error) {
	var out bytes.Buffer
	var w io.WriteCloser = brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: f.level, LGWin: 24})
	if f.encoding == gzipForm.encoding {
		var err error
		if w, err = gzip.NewWriterLevel(&out, f.level); err != nil {
			return nil, err
		}
	}
	_, err := w.Write(data)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}

// budget is the number of bytes that a first visit may fetch, brotli-compressed.
const budget = 2_500_000

// wire returns the number of bytes that a first visit fetches, brotli-compressed.
func (m *Manifest) wire() int {
	total := 0
	for _, f := range m.Files {
		total += f.Brotli
	}
	return total
}

// Report writes a table of the bytes of a first visit.
func (m *Manifest) Report(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "brotli\tgzip\tplain\t  file\t")
	for _, f := range m.Files {
		fmt.Fprintf(t, "%d\t%d\t%d\t  %s\t\n", f.Brotli, f.Gzip, f.Bytes, f.Name)
	}
	fmt.Fprintf(t, "%d\t\t\t  first load, at most %d\t\n", m.wire(), budget)
	return t.Flush()
}

// Check returns an error if the build exceeds the budget.
func (m *Manifest) Check() error {
	if total := m.wire(); total > budget {
		return fmt.Errorf("the first load is %d bytes, %d over the budget of %d", total, total-budget, budget)
	}
	return nil
}

// hashedName inserts the first 12 hexadecimal digits of the SHA-256 of data before the extension of name: main.js becomes
// main.0123456789ab.js.
func hashedName(name string, data []byte) string {
	ending := path.Ext(name)
	return strings.TrimSuffix(name, ending) + "." + hash(data)[:12] + ending
}

// hash returns the SHA-256 of data in hexadecimal digits.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

var hashed = regexp.MustCompile(`\.[0-9a-f]{12}\.`)

// immutable reports whether a file name contains the hash of its content, so that its content can never change.
func immutable(name string) bool { return hashed.MatchString(path.Base(name)) }
