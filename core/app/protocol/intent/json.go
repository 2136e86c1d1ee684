package intent

// The methods below encode the intents that the view sends, some for each pointer move. Unlike Append, a method of the concrete type lets the intent
// stay on the stack, so that only the text is allocated. Numbers have nine significant digits, more than the precision of a pointer.

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
