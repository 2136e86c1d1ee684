package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"regexp"
	"strings"
)

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
