package publish

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// A template can call any method of its data by name, so a program that contains package text/template keeps every exported method of
// every type it can reach: a third of the view. The only template in the programs is one of the graphics engine, which uses fields
// alone (a test watches over that). They are therefore compiled with a text/template that cannot call methods.
const (
	templateFile = "src/text/template/exec.go"
	methodLookup = "ptr.MethodByName(fieldName)"
	noMethod     = "(reflect.Value{})"
)

// errTemplate says that the standard library is not as expected, so that nothing is replaced.
var errTemplate = errors.New("text/template looks up methods in another way than expected")

// overlayFlags returns the flags of go build that put the replacement in place; its files are written into dir. With a standard library
// that is not as expected there are none, and the programs are larger.
func overlayFlags(root, dir string) ([]string, error) {
	toolchain, err := goroot(root)
	if err != nil {
		return nil, err
	}
	list, err := overlay(toolchain, dir)
	if errors.Is(err, errTemplate) {
		return nil, nil
	}
	return []string{"-overlay=" + list}, err
}

// overlay writes into dir the replacement of the file of package text/template under goroot, and the file that names it for go build
// -overlay, whose path it returns.
func overlay(goroot, dir string) (string, error) {
	original := filepath.Join(goroot, filepath.FromSlash(templateFile))
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed, err := withoutMethods(string(source))
	if err != nil {
		return "", err
	}
	replacement, list := filepath.Join(dir, "exec.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(replacement, []byte(changed), 0o644); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {original: replacement}})
	if err != nil {
		return "", err
	}
	return list, os.WriteFile(list, text, 0o644)
}

// withoutMethods returns the source of the template executor with the look-up of methods taken out.
func withoutMethods(source string) (string, error) {
	if strings.Count(source, methodLookup) != 1 {
		return "", errTemplate
	}
	return strings.Replace(source, methodLookup, noMethod, 1), nil
}
