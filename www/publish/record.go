package publish

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/paper/reproduce"

	"github.com/evanw/esbuild/pkg/api"
)

// recordPage is the page that compares the paper's experiments with our results. It has no scripts.
const recordPage = "record.html"

// record writes recordPage from assets/record.json. Like the embedding example, it is not part of a first visit.
func (b *builder) record() error {
	text, err := b.source("assets/record.json")
	if err != nil {
		return err
	}
	record, err := reproduce.ReadRecord(text)
	if err != nil {
		return fmt.Errorf("assets/record.json: %w", err)
	}
	side := b.aside()
	if err := side.bundle("record.css", "www/record.css", api.FormatDefault); err != nil {
		return err
	}
	page, err := fillRecord(b.Root, record, &side.manifest)
	if err != nil {
		return err
	}
	return side.write(recordPage, recordPage, page)
}

// fillRecord fills in the page.
func fillRecord(root string, r *reproduce.Record, m *Manifest) ([]byte, error) {
	return Page(root, recordPage, m, template.FuncMap{
		"chart": chartOf, "ratio": ratio, "above": above, "digits": digits, "key": key, "keyMark": keyMark, "mark": mark, "verdict": verdictClass, "last": last, "count": count,
		"milliseconds": func(seconds float64) string { return digits(1000*seconds) + "\u00a0ms" },
	}, summaryOf(r))
}

// summary is the record with totals over all of it.
type summary struct {
	*reproduce.Record
	Generated, Sets group
	// Gap is the largest gap; Problems and Runs are counts; Least and Most are the epochs of the shortest and of the longest runs.
	Gap                         float64
	Problems, Runs, Least, Most int
	// The number of the paper's claims, and of those with each verdict.
	Claims, Agree, Partly, Differ, Short int
}

// group holds the problems with generated data, or those with data sets.
type group struct {
	Problems int
	// Never is the number of problems whose optimum no run came close to, in Short to Long times a solve.
	Never       int
	Short, Long float64
	// Arrived lists the rivals that came within 1 % of the optimum, Sooner those of them with a run that did so before the convex program was
	// finished.
	Arrived, Sooner []arrival
}

// arrival is a rival that reached the optimum.
type arrival struct {
	Panel *reproduce.RecordPanel
	Rival *reproduce.RecordRival
}

func summaryOf(r *reproduce.Record) *summary {
	s := &summary{Record: r, Least: math.MaxInt}
	for i := range r.Figures {
		f, g := &r.Figures[i], &s.Generated
		if len(f.Needs) > 0 {
			g = &s.Sets
		}
		for k := range f.Panels {
			p := &f.Panels[k]
			g.add(p)
			s.Problems++
			s.Gap = math.Max(s.Gap, p.Gap)
			for j := range p.Rivals {
				s.Runs += len(p.Rivals[j].Runs)
				s.Least, s.Most = min(s.Least, p.Rivals[j].Epochs), max(s.Most, p.Rivals[j].Epochs)
			}
		}
		if f.Beyond {
			continue
		}
		for _, c := range f.Claims {
			s.Claims++
			switch c.Verdict {
			case reproduce.Agrees:
				s.Agree++
			case reproduce.Partly:
				s.Partly++
			case reproduce.Differs:
				s.Differ++
			case reproduce.TooShort:
				s.Short++
			}
		}
	}
	return s
}

// Paper and Beyond are the experiments of the paper and the others.
func (s *summary) Paper() []reproduce.RecordFigure  { return s.figures(false) }
func (s *summary) Beyond() []reproduce.RecordFigure { return s.figures(true) }

func (s *summary) figures(beyond bool) (list []reproduce.RecordFigure) {
	for _, f := range s.Figures {
		if f.Beyond == beyond {
			list = append(list, f)
		}
	}
	return list
}

func (g *group) add(p *reproduce.RecordPanel) {
	g.Problems++
	var spent []float64
	arrived := false
	for i := range p.Rivals {
		q := &p.Rivals[i]
		spent = append(spent, q.Seconds/p.Seconds)
		if q.Fastest == nil {
			continue
		}
		arrived = true
		g.Arrived = append(g.Arrived, arrival{p, q})
		if *q.Fastest < p.Seconds {
			g.Sooner = append(g.Sooner, arrival{p, q})
		}
	}
	if arrived || len(spent) == 0 {
		return
	}
	if g.Never == 0 {
		g.Short, g.Long = math.Inf(1), 0
	}
	g.Never++
	g.Short, g.Long = math.Min(g.Short, slices.Min(spent)), math.Max(g.Long, slices.Max(spent))
}

// First returns the time in solves until the rival's first run reached the optimum.
func (a arrival) First() float64 { return *a.Rival.Fastest / a.Panel.Seconds }

// Whole returns First plus the time of the search for the rate.
func (a arrival) Whole() float64 { return (*a.Rival.Fastest + a.Rival.Search) / a.Panel.Seconds }

// key returns the class of a rival's lines and marks.
func key(rival int) string { return "rival-" + strconv.Itoa(rival+1) }

// verdictClass returns the class of a verdict, one word.
func verdictClass(v reproduce.Verdict) string { return strings.ReplaceAll(string(v), " ", "-") }

// last returns the last cell of a row, which in a table of accuracies names the best column.
func last(cells []string) string { return cells[len(cells)-1] }

// mark returns the sign shown beside a verdict.
func mark(v reproduce.Verdict) string {
	return map[reproduce.Verdict]string{reproduce.Agrees: "\u2713", reproduce.Partly: "\u25d0", reproduce.Differs: "\u2260", reproduce.TooShort: "\u2026"}[v]
}

// ratio formats a ratio of times; no measurement here is accurate to more than two digits.
func ratio(a, b float64) string { return rounded(a/b, 2) }

// digits formats a number with three digits, as many as a record has.
func digits(v float64) string { return rounded(v, 3) }

// count formats an integer; from five digits on it is grouped in threes.
func count(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && n >= 10000; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}

func rounded(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'e', digits-1, 64)
	v, _ = strconv.ParseFloat(text, 64)
	if v != 0 && (math.Abs(v) < 1e-3 || math.Abs(v) >= 1e6) {
		mantissa, exponent, _ := strings.Cut(text, "e")
		return strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".") + "e" + strings.TrimPrefix(strings.Replace(exponent, "-0", "-", 1), "+0")
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// above formats a fraction above the optimum.
func above(share float64) string {
	if share >= 10 {
		return "+" + rounded(share, 2) + "\u00d7"
	}
	return "+" + rounded(100*share, 2) + "\u00a0%"
}
