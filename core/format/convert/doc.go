// Package convert converts between the JSON documents and the types of the mathematical packages. JSON cannot represent infinity and NaN,
// so results are clamped to finite numbers here.
package convert
