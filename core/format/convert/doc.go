// Package convert turns the JSON documents into what the mathematics works on, and its results into documents. What is not finite cannot
// be written as JSON: results are brought into the range of finite numbers here.
package convert
