// Package parallel spreads the iterations of a loop over the processors. An iteration must not depend on the results of others, so that the
// result is the same, to the last bit, for any number of threads. In the browser, where the program has one thread, loops are serial.
//
// It is the only place in core that starts goroutines.
package parallel
