package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// docs holds the comments of the types of some packages, by "package.Type" and by "package.Type.Field".
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
			key := of + "." + named.Name.Name
			d[key] = flat(general.Doc.Text() + named.Doc.Text())
			fields, ok := named.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, field := range fields.Fields.List {
				for _, name := range field.Names {
					d[key+"."+name.Name] = flat(field.Doc.Text() + field.Comment.Text())
				}
			}
		}
	}
}

// flat returns a comment on one line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// of returns a comment, which must not be missing.
func (d docs) of(key string) (string, error) {
	if d[key] == "" {
		return "", fmt.Errorf("%s has no comment", key)
	}
	return d[key], nil
}
