package intent

// Kind is what a field holds.
type Kind int

// The kinds of field, as Visitor has them.
const (
	Number Kind = iota
	Whole
	WholeOrWord
	Flag
	Word // one of Words
	Text
	Numbers
	Wholes
	Rows
	JSON
	File
)

// Member is one field as its intent describes it.
type Member struct {
	Field
	Kind  Kind
	Range Range
	// Words are those of a choice, or the one that can take the place of a whole number.
	Words []string
	// Default is what a field that is left out counts as, as JSON; "" where it counts as nothing.
	Default string
}

// Description is what an intent says of itself.
type Description struct {
	// Do is its name. Where another field tells it from others of that name, that is Key, and Words are the words that mean this intent;
	// without Words the field is there, or, if Sign is set, true.
	Do    string
	Key   string
	Words []string
	Sign  bool
	// Members are the fields, in the order of the type, without do and the field of a fixed word.
	Members []Member
	// Foreign are fields that must not be given.
	Foreign []string
}

// Fixed reports whether the key is a field that is always the same.
func (d *Description) Fixed() bool {
	for i := range d.Members {
		if d.Members[i].Key {
			return false
		}
	}
	return d.Key != ""
}

// Describe returns what an intent of the type says of itself; it is left with its defaults.
func Describe(i Intent) Description {
	d := describer{}
	Visit(i, &d)
	return d.Description
}

// describer is a visitor that takes notes.
type describer struct{ Description }

func (d *describer) Do(name string) { d.Description.Do = name }

func (d *describer) Fixed(field, word string) {
	d.Key, d.Sign = field, word == ""
	if word != "" {
		d.Words = []string{word}
	}
}

func (d *describer) note(f Field, kind Kind, r Range, words []string) *Member {
	if f.Key {
		d.Key, d.Description.Words = f.Name, words
	}
	d.Members = append(d.Members, Member{Field: f, Kind: kind, Range: r, Words: words})
	return &d.Members[len(d.Members)-1]
}

func (d *describer) Number(f Field, r Range, otherwise float64) float64 {
	m := d.note(f, Number, r, nil)
	if f.Optional {
		m.Default = number(otherwise)
	}
	return otherwise
}

func (d *describer) Whole(f Field, r Range, otherwise int) int {
	m := d.note(f, Whole, r, nil)
	if f.Optional {
		m.Default = number(float64(otherwise))
	}
	return otherwise
}

func (d *describer) MaybeWhole(f Field, r Range) (none Optional[int]) {
	d.note(f, Whole, r, nil)
	return none
}

func (d *describer) WholeOrWord(f Field, r Range, word string) (none Optional[int]) {
	d.note(f, WholeOrWord, r, []string{word})
	return none
}

func (d *describer) Flag(f Field, otherwise bool) bool {
	m := d.note(f, Flag, Range{}, nil)
	if f.Optional {
		m.Default = map[bool]string{false: "false", true: "true"}[otherwise]
	}
	return otherwise
}

func (d *describer) MaybeFlag(f Field) (none Optional[bool]) {
	d.note(f, Flag, Range{}, nil)
	return none
}

func (d *describer) Text(f Field) string {
	d.note(f, Text, Range{}, nil)
	return ""
}

func (d *describer) Choice(f Field, words []string) string {
	d.note(f, Word, Range{}, words)
	return ""
}

func (d *describer) Numbers(f Field, r Range) []float64 {
	d.note(f, Numbers, r, nil)
	return nil
}

func (d *describer) Wholes(f Field, r Range) []int {
	d.note(f, Wholes, r, nil)
	return nil
}

func (d *describer) Rows(f Field, r Range) [][]float64 {
	d.note(f, Rows, r, nil)
	return nil
}

func (d *describer) Document(f Field) []byte {
	d.note(f, JSON, Range{}, nil)
	return nil
}

func (d *describer) Bytes(f Field) []byte {
	d.note(f, File, Range{}, nil)
	return nil
}

func (d *describer) Require(bool, string) {}

func (d *describer) Without(_ string, fields []string) { d.Foreign = fields }
