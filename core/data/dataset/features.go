package dataset

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
)

// Category is a feature whose values are words; X has a column for each word.
type Category struct {
	Name  string
	Words Classes
}

// mostWords is the largest number of different words of a feature: a column with more is a name or free text.
const mostWords = 100

// features fills X and names its columns. Missing values that are not refused become NaN; missing is their number.
func (s *Source) features(f *Frame, columns []int, o *Options) (missing int, err error) {
	rows, _ := s.Size()
	f.X = make([][]float64, rows)
	room := make([]float64, rows*len(columns)) // a column of words needs more
	for i := range f.X {
		f.X[i], room = room[:0:len(columns)], room[len(columns):]
	}
	called := names(s, columns, "x")
	for k, j := range columns {
		s.beat.Count(rows)
		if o.OneHot && (s.Words(j) || o.Like.category(called[k]) != nil) {
			absent, err := s.wordFeature(f, j, called[k], o)
			if err != nil {
				return 0, err
			}
			missing += absent
			continue
		}
		f.Features = append(f.Features, called[k])
		strays := len(s.Strays(j)) > 0
		for i := range rows {
			if strays && o.Missing != Refuse && s.stray(i, j) {
				f.X[i] = append(f.X[i], math.NaN())
				missing++
				continue
			}
			v, err := s.feature(i, j, o)
			if err != nil {
				return 0, err
			}
			if math.IsNaN(v) {
				missing++
			}
			f.X[i] = append(f.X[i], v)
		}
	}
	return missing, nil
}

// feature returns one entry as a number.
func (s *Source) feature(i, j int, o *Options) (float64, error) {
	if v := s.Value(i, j); !math.IsNaN(v) || s.Missing(i, j) && o.Missing != Refuse {
		return v, nil
	}
	v, err := s.Number(i, j)
	switch {
	case err == nil:
		return v, nil
	case s.Missing(i, j) || len(s.Strays(j)) > 0:
		return 0, fault.WithOption(err, missingOption)
	case s.Words(j):
		return 0, fault.WithOption(err, "--encode onehot makes a feature of each word of this column, --features chooses among the columns")
	}
	return 0, err
}

// wordFeature adds a column for each word of column j, and returns the number of missing entries.
func (s *Source) wordFeature(f *Frame, j int, name string, o *Options) (missing int, err error) {
	words := o.Like.category(name)
	if words == nil {
		words = s.words(j)
	}
	if len(words) > mostWords {
		return 0, fault.WithOption(fault.New(s.Called(j), "has "+strconv.Itoa(len(words))+" different words, expected at most "+strconv.Itoa(mostWords)+
			" of a feature"), "--features chooses among the columns")
	}
	f.Categories = append(f.Categories, Category{name, words})
	for _, word := range words {
		f.Features = append(f.Features, name+"="+word)
	}
	for i := range f.X {
		at, label := len(f.X[i]), s.Label(i, j)
		f.X[i] = append(f.X[i], make([]float64, len(words))...)
		k := slices.Index(words, class(label))
		switch {
		case k >= 0:
			f.X[i][at+k] = 1
		case absent(label) && o.Missing == Refuse:
			return 0, fault.WithOption(fault.New(s.Place(i, j), "is missing, expected a word"), missingOption)
		case absent(label):
			missing++
			for l := range words {
				f.X[i][at+l] = math.NaN()
			}
		default:
			return 0, fault.New(s.Place(i, j), `is "`+fault.Clip(label)+`", expected `+words.list())
		}
	}
	return missing, nil
}

// words returns the distinct words of a column.
func (s *Source) words(j int) Classes {
	rows, _ := s.Size()
	var labels []string
	for i := range rows {
		if label := s.Label(i, j); !absent(label) {
			labels = append(labels, label)
		}
	}
	return ClassesOf(labels)
}

// category returns the words of a feature, or nil if it is numeric.
func (f *Frame) category(name string) Classes {
	for _, c := range f.Categories {
		if c.Name == name {
			return c.Words
		}
	}
	return nil
}
