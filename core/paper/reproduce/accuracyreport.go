package reproduce

import (
	"fmt"
	"math"
	"strings"
)

// measured holds the accuracies of a data set, in per cent, in the order of the paper's columns.
type measured struct {
	accuracies [5]float64
	// picked is the convex column with the best accuracy on the validation rows; row is the weight of one test row in the accuracy of a
	// fold.
	picked int
	row    float64
}

// convex returns the largest of the convex columns, as in the last column of the paper's table.
func convex(v *[5]float64) float64 { return max(v[2], v[3], v[4]) }

// accuracyReport compares the rows of the table with the paper's.
func accuracyReport(l *Lab, done Results) *Report {
	g := Grid{Title: "Accuracies, per cent: means over four folds", Header: append(append([]string{"data", "n", "d", "whose"}, accuracyModels...), "max(Cvx)", "best")}
	var s accuracySummary
	for i := range accuracyTable {
		row := &accuracyTable[i]
		ours, complete := accuraciesOf(done, row.name)
		if !complete {
			continue
		}
		table := l.Tables[row.name]
		ours.row = 100 / float64(len(table.Folds[0].Test))
		g.accuracies([]any{row.name, row.n, row.d, "the paper"}, &row.accuracies)
		g.accuracies([]any{"", table.Frame.Len(), len(table.Frame.X[0]), "here"}, &ours.accuracies)
		s.add(row, ours)
	}
	report := &Report{Grids: []Grid{g}}
	if s.count > 0 {
		report.Claims = s.claims(l)
	}
	return report
}

// accuracies adds a row of the table, with the name of the best column.
func (g *Grid) accuracies(cells []any, v *[5]float64) {
	best := 0
	for k, x := range v {
		cells = append(cells, fmt.Sprintf("%.2f", x))
		if x > v[best] {
			best = k
		}
	}
	g.add(append(cells, fmt.Sprintf("%.2f", convex(v)), accuracyModels[best])...)
}

// accuraciesOf returns the accuracies of the models on a data set. It reports false if a model is missing.
func accuraciesOf(done Results, name string) (ours *measured, complete bool) {
	ours = &measured{}
	best := -1.0
	for k, model := range accuracyModels {
		r := done[name+" "+model]
		if r == nil {
			return nil, false
		}
		cell := &r.Cells[0]
		ours.accuracies[k] = 100 * cell.mean()
		if k >= 2 && cell.Picked > best {
			ours.picked, best = k, cell.Picked
		}
	}
	return ours, true
}

// accuracySummary collects counts over data sets.
type accuracySummary struct {
	count int
	// against compares the best convex column with R-Q and P-C; picked does the same for the convex column picked on the validation rows.
	against, picked [2]score
	// near counts the entries, 5 for each data set, within one row of one fold of the paper's, and exact the convex entries that agree to
	// the paper's last digit. better is how much higher the convex entries are than the paper's, in percentage points, on average.
	near, exact int
	better      float64
	reached     []string
}

// score counts wins, ties within one row of one fold, and losses, with the data sets.
type score struct{ wins, ties, losses []string }

// add takes one data set, with the accuracies of the convex program and its rival in per cent.
func (s *score) add(name string, ours, theirs, row float64) {
	text := fmt.Sprintf("%s (%.1f %% against %.1f)", name, ours, theirs)
	switch {
	case ours > theirs+row:
		s.wins = append(s.wins, text)
	case ours < theirs-row:
		s.losses = append(s.losses, text)
	default:
		s.ties = append(s.ties, text)
	}
}

// String lists them.
func (s *score) String() string {
	list := func(word string, names []string) string {
		if len(names) == 0 {
			return "no " + word
		}
		return word + " on " + strings.Join(names, ", ")
	}
	return list("wins", s.wins) + "; " + list("losses", s.losses) + "; " + list("ties within a row", s.ties)
}

// most is the verdict on the claim "on most data sets".
func (s *score) most(enough bool) Verdict {
	return one(2*(len(s.wins)+len(s.ties)) > len(s.wins)+len(s.ties)+len(s.losses), enough)
}

func (s *accuracySummary) add(row *tableRow, ours *measured) {
	s.count++
	v := &ours.accuracies
	for k := range s.against {
		s.against[k].add(row.name, convex(v), v[k], ours.row)
		s.picked[k].add(row.name, v[ours.picked], v[k], ours.row)
	}
	for k := range v {
		if math.Abs(v[k]-row.accuracies[k]) <= ours.row {
			s.near++
		}
		if k > 1 {
			s.better += (v[k] - row.accuracies[k]) / 3
			if math.Abs(v[k]-row.accuracies[k]) < 0.01 {
				s.exact++
			}
		}
	}
	if convex(v) >= convex(&row.accuracies)-0.005 {
		s.reached = append(s.reached, row.name)
	}
}

// claims compares the convex program with both rivals, and its accuracies with the paper's.
func (s *accuracySummary) claims(l *Lab) []Claim {
	enough := !l.Quick
	sets := fmt.Sprintf("On %d of the table's %d data sets, ", s.count, len(accuracyTable))
	const protocol = "Similar is within one row of one fold. The number of epochs, 1000, is the paper's, whatever time that takes. The best of three columns is picked on the test rows, in favour of the convex program."
	entries := Partly
	if s.near == 5*s.count {
		entries = Agrees
	} else if s.near == 0 {
		entries = Differs
	}
	if !enough {
		entries = TooShort
	}
	claims := []Claim{}
	for k, rival := range []string{"ReLU networks with weight decay (R-Q)", "non-convex polynomial networks (P-C)"} {
		v := s.against[k].most(enough)
		claims = append(claims, Claim{
			Paper:   "On most data sets the best of the three convex columns has a better or similar accuracy than " + rival + ".",
			Ours:    sets + "the best convex column has " + s.against[k].String() + ". The convex column that the validation rows pick has " + s.picked[k].String() + ".",
			Verdict: v, Why: pick(v == TooShort, "A quick look tries fewer rates and betas, with a tenth of the epochs.", protocol),
		})
	}
	return append(claims, Claim{
		Paper: "The accuracies of the table's rows.",
		Ours: fmt.Sprintf("%s%d of %d entries are within one test row of one fold of the paper's, of the %d convex ones %d to its last digit; the convex ones are %s points %s on average. The best of three is at least the paper's on %d.",
			sets, s.near, 5*s.count, 3*s.count, s.exact, number(math.Abs(s.better)/float64(s.count)), pick(s.better < 0, "lower", "higher"), len(s.reached)),
		Verdict: entries, Why: "The grids of beta and of rates are not the paper's, which it does not give.",
	})
}
