//go:build js

package certify

import "flag"

// In a browser a quarter of the draws must do: it runs the same code more slowly.
func init() {
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}
