// Package data makes labelled points: the presets of the page, each with the lesson it teaches, and the planted problems of the
// paper's section 9. All randomness comes from a generator that the caller seeds.
package data
