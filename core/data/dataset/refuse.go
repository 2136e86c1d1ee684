package dataset

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// unusable is a column that cannot be a feature.
type unusable struct {
	at   int
	kind string // what its entries mean: see table.Kind
	has  string // what it has in place of numbers
	err  error  // what is said if it is the only one

	target, slips, codes bool // it is a target; only a few entries are not numbers; these and the others are few codes
}

// refuse finds the words of the features, and refuses all columns that cannot be read in one sentence, with what they have and the
// options that help.
func (t *builder) refuse(columns []column) error {
	var list []unusable
	for k := range columns {
		c := &columns[k]
		c.words = t.o.fitted.category(c.name)
		if t.o.fitted != nil {
			continue
		}
		if u := t.unusable(c); u.err != nil {
			list = append(list, u)
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		if list[0].target && fault.Option(list[0].err) != "" {
			return list[0].err // the line may be a header
		}
		return fault.WithOption(list[0].err, t.remedies(list))
	}
	var columnsHave []string
	for _, u := range list {
		columnsHave = append(columnsHave, strings.TrimPrefix(t.Called(u.at), "column ")+" has "+u.has)
	}
	what := "has columns that are not numbers: " + strings.Join(columnsHave, ", ") + ", expected numbers"
	return fault.WithOption(fault.New("the table", what), t.remedies(list))
}

// unusable says what keeps a column from being a feature, if anything does: a word, or too many different ones.
func (t *builder) unusable(c *column) (u unusable) {
	u.at = c.at
	slips := c.slips && !t.o.SlipsMissing
	if c.text != "" && !slips {
		if c.target {
			return u
		}
		c.words = t.words(c.at)
		u.kind = c.words.kind()
		if len(c.words) > maxWords {
			u.has = strconv.Itoa(len(c.words)) + " different " + cmp.Or(u.kind, "word") + "s"
			u.err = fault.New(t.Called(c.at), "has "+u.has+", expected at most "+strconv.Itoa(maxWords)+" words of a feature")
		}
		return u
	}
	if !slips && !t.Words(c.at) {
		return u
	}
	for k := range t.f.X {
		i := t.f.Row(k)
		_, err := t.Number(i, c.at)
		if err == nil || t.isMissing(i, c) {
			continue
		}
		label := t.Label(i, c.at)
		u.kind, u.err = table.Kind(label), err
		kind := u.kind
		if words := len(t.words(c.at)); kind == "" && !slips && words == len(t.f.X) && words > 2 {
			kind = "id or name"
		}
		u.has = "the " + cmp.Or(kind, "word") + ` "` + fault.Clip(label) + `"`
		if slips {
			u.has += " in " + t.Place(i)
		}
		u.target, u.slips, u.codes = c.target, slips, slips && codes(t.Table, c.at)
		return u
	}
	return u
}

// asNumbers says how words that mean numbers become one feature.
var asNumbers = map[string]string{
	table.Percentage: "percentages written without their sign are one feature of numbers, ",
	table.Date:       "dates written as numbers, such as days since the first, are one feature, ",
	table.Time:       "times written as numbers, such as hours since midnight, are one feature, ",
}

// remedies says what helps with columns that cannot be features: the option that leaves them out, beside those that are left out already,
// and what makes numbers of them.
func (t *builder) remedies(list []unusable) string {
	var others string
	excluded := slices.Clone(t.o.Exclude)
	for k, u := range list {
		if u.target {
			if !u.slips && len(t.f.Targets) == 1 {
				others += classesOption + ", "
			}
			continue
		}
		name := t.Name(u.at)
		if name == "" || strings.ContainsAny(name, "'\\") {
			name = strconv.Itoa(u.at + 1)
		}
		excluded = append(excluded, name)
		advice := asNumbers[u.kind]
		if u.kind == "" && !t.o.OneHot && !t.o.piece && (!u.slips || u.codes) {
			advice = "--encode onehot makes a feature of each word, "
		}
		if k == 0 || !strings.Contains(others, advice) {
			others += advice
		}
	}
	if len(excluded) == len(t.o.Exclude) {
		return strings.TrimSuffix(others, ", ")
	}
	for k, name := range excluded {
		excluded[k] = strings.ReplaceAll(name, ",", `\,`)
	}
	names := strings.Join(excluded, ",")
	if strings.ContainsFunc(names, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.,", r)
	}) {
		names = "'" + names + "'"
	}
	them := "them"
	if len(excluded) == 1 {
		them = "it"
	}
	return others + "--exclude " + names + " leaves " + them + " out"
}
