package main

import (
	"fmt"
	"reflect"
	"strings"

	"conelab/core/app/protocol/intent"
)

// known is an intent with its definition, description and comments.
type known struct {
	intent.Definition
	intent.Description
	// Type is its name in Go, Does the sentence on what it does.
	Type, Does string
	// Says holds the comment of each member.
	Says []string
}

// readIntents returns all intents, or an error if a type breaks the rules of package intent.
func readIntents(d docs) (all []known, err error) {
	for _, definition := range intent.All() {
		made := definition.New()
		of := reflect.TypeOf(made).Elem()
		k := known{Definition: definition, Description: intent.Describe(made), Type: of.Name()}
		if k.Does, err = d.does("intent." + k.Type); err != nil {
			return nil, err
		}
		if of.NumField() != len(k.Members) {
			return nil, fmt.Errorf("intent.%s has %d fields and describes %d", k.Type, of.NumField(), len(k.Members))
		}
		for i, member := range k.Members {
			name := of.Field(i).Name
			if capital(member.Name) != name {
				return nil, fmt.Errorf("intent.%s.%s is described as %q", k.Type, name, member.Name)
			}
			says := d["intent."+k.Type+"."+name]
			if says == "" {
				return nil, fmt.Errorf("intent.%s.%s has no comment", k.Type, name)
			}
			k.Says = append(k.Says, says)
		}
		all = append(all, k)
	}
	return all, nil
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// constructor returns the name of the TypeScript function that makes the intent.
func (k *known) constructor() string { return strings.ToLower(k.Type[:1]) + k.Type[1:] }
