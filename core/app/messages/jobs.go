package messages

import (
	"math"
	"strconv"
)

// Sentences on how long solving takes.

// Solving states what is being solved, points or rows in words, and how long it may take.
func Solving(points string, features int, seconds float64) string {
	switch {
	case seconds < 3:
		return Fill("Solving {=} with {feature}.", points, features)
	case seconds < 10:
		return Fill("Solving {=} with {feature}: about {=}.", points, features, duration(seconds))
	}
	return Fill("Solving {=} with {feature}: about {=}; the command line is several times faster: save the data as CSV and run "+
		"conelab solve FILE.csv.", points, features, duration(seconds))
}

// TooMuch explains why a problem is not solved here.
func TooMuch(points string, features int, seconds, bytes float64) error {
	return Refuse("Solving {=} with {feature} would take about {=} and {=} here, more than a page has. "+
		"Use fewer points or features, or the command line, which needs a fraction of that: conelab solve.",
		points, features, duration(seconds), megabytes(bytes))
}

// TooLongForRace refuses a race, for which the problem would be solved many times.
func TooLongForRace(seconds float64) error {
	return Refuse("A race solves the problem many times, and one solve takes about {=} here; conelab train does it on the command line.",
		duration(seconds))
}

// Milliseconds writes a time of some milliseconds, to two digits or to whole ones.
func Milliseconds(seconds float64) string {
	ms := 1000 * seconds
	if ms >= 10 {
		return strconv.FormatFloat(math.Round(ms), 'f', 0, 64) + " ms"
	}
	return figures(ms, 2) + " ms"
}

// duration returns seconds in words, to the precision of a prediction.
func duration(seconds float64) string {
	round := func(v float64, unit string) string {
		n := max(1, int(v+0.5))
		if n > 10 {
			n = (n + 2) / 5 * 5
		}
		return Plural(n, unit)
	}
	switch {
	case seconds < 90:
		return round(seconds, "second")
	case seconds < 90*60:
		return round(seconds/60, "minute")
	}
	return round(seconds/3600, "hour")
}

// megabytes returns a size to two digits.
func megabytes(bytes float64) string {
	if bytes >= 1e9 {
		return strconv.FormatFloat(bytes/1e9, 'f', 1, 64) + " GB"
	}
	return count(max(1, int(bytes/1e6+0.5))) + " MB"
}
