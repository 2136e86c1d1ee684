package intent

// Kind is the type of a field's value.
type Kind int

// The kinds of field, one for each method of Visitor.
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

// Member describes one field of an intent.
type Member struct {
	Field
	Kind  Kind
	Range Range
	// Words are the allowed words of a choice, or the word allowed instead of a whole number.
	Words []string
	// Default is the JSON value assumed if the field is omitted, or "" if there is no default.
	Default string
}

// Description describes an intent and its fields.
type Description struct {
	// Do is the name of the intent. If several intents share the name, Key is the field that distinguishes this one, and Words are the values of Key
	// that select it. Without Words, Key only has to be present or, if Sign is set, true.
	Do    string
	Key   string
	Words []string
	Sign  bool
	// Members are the fields in the order of the type, except do and a field with a fixed value.
	Members []Member
	// Foreign lists fields that must not be given.
	Foreign []string
}

// Fixed reports whether the field Key has a fixed value.
func (d *Description) Fixed() bool {
	for i := range d.Members {
		if d.Members[i].Key {
			return false
		}
	}
	return d.Key != ""
}

// Describe returns the description of an intent and sets the intent's fields to their defaults.
func Describe(i Intent) Description {
	d := describer{}
	Visit(i, &d)
	return d.Description
}

// describer is a Visitor that records the fields.
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
