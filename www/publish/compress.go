package publish

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/andybalholm/brotli"
)

// form is a compressed form of a file.
type form struct {
	// suffix is appended to the file's name; encoding is the form's name in HTTP.
	suffix, encoding string
	level            int
	writer           func(w io.Writer, level int) (io.WriteCloser, error)
}

var (
	gzipForm   = form{".gz", "gzip", gzip.BestCompression, newGzip}
	brotliForm = form{".br", "br", brotli.BestCompression, newBrotli}
)

// forms returns the compressed forms that are written next to each file.
func (b *builder) forms() []form {
	if b.Quick {
		light := gzipForm
		light.level = gzip.DefaultCompression
		return []form{light}
	}
	return []form{gzipForm, brotliForm}
}

func newGzip(w io.Writer, level int) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, level) }

func newBrotli(w io.Writer, level int) (io.WriteCloser, error) {
	return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: level, LGWin: 24}), nil
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
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	// A rename is atomic: an interrupted build never leaves a partial file under the final name.
	if err := os.WriteFile(kept+".part", packed, 0o644); err != nil {
		return nil, err
	}
	return packed, os.Rename(kept+".part", kept)
}

func (f form) compress(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := f.writer(&out, f.level)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
