//go:build js

package mesh

import "flag"

// In a browser a quarter of the draws is enough: it is the same code on a slower machine.
func init() {
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}
