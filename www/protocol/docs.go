package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// docs holds the comments of the types of some packages, by "Type" and by "Type.Field".
type docs map[string]string

// readDocs reads the comments of the packages in these folders.
func readDocs(root string, folders ...string) (docs, error) {
	d := docs{}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			d.file(filepath.Base(folder), parsed)
		}
	}
	return d, nil
}

func (d docs) file(of string, file *ast.File) {
	for _, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok || general.Tok != token.TYPE {
			continue
		}
		for _, spec := range general.Specs {
			named := spec.(*ast.TypeSpec)
			text := named.Doc.Text()
			if text == "" {
				text = general.Doc.Text()
			}
			key := of + "." + named.Name.Name
			d[key] = flat(text)
			if fields, ok := named.Type.(*ast.StructType); ok {
				d.fields(key, fields)
			}
		}
	}
}

func (d docs) fields(key string, of *ast.StructType) {
	for _, field := range of.Fields.List {
		text := field.Doc.Text()
		if text == "" {
			text = field.Comment.Text()
		}
		for _, name := range field.Names {
			d[key+"."+name.Name] = flat(text)
		}
	}
}

// flat returns a comment on one line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// does returns what a type is or does, according to its comment: "Beta sets the weight." becomes "Sets the weight."
func (d docs) does(key string) (string, error) {
	text := d[key]
	name := key[strings.LastIndex(key, ".")+1:]
	rest, ok := strings.CutPrefix(text, name+" ")
	if !ok || rest == "" {
		return "", fmt.Errorf("the comment of %s must begin with its name", key)
	}
	return strings.ToUpper(rest[:1]) + rest[1:], nil
}
