package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"conelab/core/app/protocol"
)

// answers writes a type of the session's answers and all types it contains.
func (s *script) answers(of reflect.Type) error {
	s.need(of)
	for len(s.wait) > 0 {
		next := s.wait[0]
		s.wait = s.wait[1:]
		if err := s.answer(next); err != nil {
			return err
		}
	}
	return nil
}

// need queues a type for writing, unless it has been queued before.
func (s *script) need(of reflect.Type) {
	if !slices.Contains(s.done, of) {
		s.done, s.wait = append(s.done, of), append(s.wait, of)
	}
}

// answer writes one type.
func (s *script) answer(of reflect.Type) error {
	says := s.docs[key(of)]
	if says == "" {
		return fmt.Errorf("%v has no comment", of)
	}
	s.comment("", says)
	fmt.Fprintf(s, "export interface %s {\n", of.Name())
	for i := range of.NumField() {
		field := of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			return fmt.Errorf("%v.%s has no name in JSON", of, field.Name)
		}
		if says := s.docs[key(of)+"."+field.Name]; says != "" {
			s.comment("  ", says)
		}
		kind, err := s.kind(field.Type)
		if err != nil {
			return fmt.Errorf("%v.%s: %w", of, field.Name, err)
		}
		mark := ""
		switch {
		case options == "omitempty":
			mark = "?"
		case field.Type.Kind() == reflect.Pointer:
			kind += " | null"
		}
		fmt.Fprintf(s, "  %s%s: %s;\n", name, mark, kind)
	}
	s.WriteString("}\n\n")
	return nil
}

// key returns the key of a type in docs.
func key(of reflect.Type) string {
	path := of.PkgPath()
	return path[strings.LastIndex(path, "/")+1:] + "." + of.Name()
}

// kind returns the TypeScript type for a Go type.
func (s *script) kind(of reflect.Type) (string, error) {
	if of == reflect.TypeFor[json.RawMessage]() {
		return "unknown", nil
	}
	switch of.Kind() {
	case reflect.Bool:
		return "boolean", nil
	case reflect.Float64, reflect.Int, reflect.Uint32, reflect.Uint64:
		return "number", nil
	case reflect.String:
		return "string", nil
	case reflect.Pointer:
		return s.kind(of.Elem())
	case reflect.Slice:
		item, err := s.kind(of.Elem())
		return item + "[]", err
	case reflect.Array:
		item, err := s.kind(of.Elem())
		return "[" + strings.TrimSuffix(strings.Repeat(item+", ", of.Len()), ", ") + "]", err
	case reflect.Struct:
		s.need(of)
		return of.Name(), nil
	}
	return "", fmt.Errorf("%v has no type in TypeScript", of)
}

// documents writes the documents that can be requested by name, and the types of those that have one.
func (s *script) documents() error {
	s.comment("", "The documents that the page can request by name: JSON documents with their type, all others as text.")
	s.WriteString("export interface Documents {\n")
	done := map[string]bool{}
	for _, document := range protocol.Documents() {
		name, _, _ := strings.Cut(document.Name, " ")
		if done[name] {
			continue // the same document with arguments
		}
		done[name] = true
		s.comment("  ", document.Does)
		kind := "string"
		if document.Of != nil {
			kind = reflect.TypeOf(document.Of).Name()
		}
		fmt.Fprintf(s, "  %s: %s;\n", name, kind)
	}
	s.WriteString("}\n\n")
	for _, document := range protocol.Documents() {
		if document.Of == nil {
			continue
		}
		if err := s.answers(reflect.TypeOf(document.Of)); err != nil {
			return err
		}
	}
	s.Truncate(s.Len() - 1)
	return nil
}
