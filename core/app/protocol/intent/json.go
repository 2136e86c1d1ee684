package intent

// The intents that pictures give rise to, for each move of a pointer, write themselves. A method of the type itself lets the intent stay on
// the stack, which Append cannot: the text is all that is allocated. Numbers have nine significant digits, more than a pointer can say.

// JSON returns the JSON form.
func (i Press) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Drag) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Release) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Cancel) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i SelectNone) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Select) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Extent) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Lens) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Focus) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Point) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Turn) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Beta) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Activation) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i ShowRun) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Seek) JSON() string { f := begin(); i.form(&f); return f.end() }

// JSON returns the JSON form.
func (i Spoil) JSON() string { f := begin(); i.form(&f); return f.end() }
