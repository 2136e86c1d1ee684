// Package parallel spreads the iterations of a loop over the processors. What an iteration computes must not depend on the others, so that the
// result is the same, to the last bit, for any number of them. In the browser, where a page's program has one thread, loops are serial.
//
// It is the one place of the core that starts goroutines.
package parallel
