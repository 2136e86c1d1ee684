package publish

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
)

// PageSource returns the page with its parts that are generated from the list of pictures, before the names of built files are filled in.
func PageSource(source string) (string, error) {
	var failure error
	made := marker.ReplaceAllStringFunc(source, func(text string) string {
		parts := marker.FindStringSubmatch(text)
		value, ok, err := pictureParts(parts[1], parts[2])
		if err != nil && failure == nil {
			failure = err
		}
		if ok {
			return value
		}
		return text
	})
	return made, failure
}

// pictureParts returns a part of the page that is generated from the pictures: {{picture NAME}}, the content of a picture's tile;
// {{pictures}}, the tiles of all pictures except the data; {{tabs}}; and {{group NAME}}, the choice within a group. It reports whether kind
// is one of these.
func pictureParts(kind, name string) (text string, ok bool, err error) {
	switch kind {
	case "picture":
		for i := range protocol.Pictures {
			if p := &protocol.Pictures[i]; p.Name == name {
				return area(p), true, nil
			}
		}
		return "", true, fmt.Errorf("there is no picture %q", name)
	case "pictures":
		return pictureTiles(), true, nil
	case "tabs":
		return tabs(), true, nil
	case "group":
		if text = choice(name); text == "" {
			err = fmt.Errorf("there is no group %q of pictures", name)
		}
		return text, true, err
	}
	return "", false, nil
}

// area returns the heading and the drawing area of a picture, with the text shown before there is a picture.
func area(p *protocol.Picture) string {
	words := say.PictureOf(p.ID)
	message := ""
	if words.Empty != "" {
		message = fmt.Sprintf(`<p class="message" id="empty-%s">%s</p>`, p.Name, html.EscapeString(words.Empty))
	}
	return fmt.Sprintf(`<header data-place="head-%[3]s"><h2>%[1]s</h2><p>%[2]s</p></header>
      <div class="area" id="area-%[3]s" role="img" aria-label="%[1]s: not solved yet">%[4]s</div>`,
		html.EscapeString(words.Name), html.EscapeString(say.First().Note(p.ID)), p.Name, message)
}

// pictureTiles returns the tiles of all pictures except the data, in the order of their numbers; the certificate's tile is the one visible
// first.
func pictureTiles() string {
	list := slices.SortedFunc(slices.Values(protocol.Pictures[:]), func(a, b protocol.Picture) int { return a.ID - b.ID })
	var out []string
	for i := range list {
		p, hidden := &list[i], " hidden"
		switch p.ID {
		case protocol.PictureData:
			continue
		case protocol.PictureCertificate:
			hidden = ""
		}
		out = append(out, fmt.Sprintf("<div class=\"tile\" id=\"tile-%s\"%s>\n      %s\n    </div>", p.Name, hidden, area(p)))
	}
	return strings.Join(out, "\n    ")
}

// tabs returns the button of each picture.
func tabs() string {
	var out []string
	for i := range protocol.Pictures {
		p := &protocol.Pictures[i]
		words := say.PictureOf(p.ID)
		out = append(out, fmt.Sprintf(`<button type="button" id="name-%s" data-tile="%[1]s" data-help="%s">%s</button>`,
			p.Name, html.EscapeString(words.Help), html.EscapeString(words.Name)))
	}
	return strings.Join(out, "\n      ")
}

// choice returns the choice of pictures within a group.
func choice(name string) string {
	var out []string
	for i := range protocol.Pictures {
		p := &protocol.Pictures[i]
		if p.Group != name || name == "" {
			continue
		}
		checked := ""
		if len(out) == 0 {
			checked = " checked"
		}
		words := say.PictureOf(p.ID)
		out = append(out, fmt.Sprintf(`<label data-help="%s"><input type="radio" name="%s" value="%s"%s><span>%s</span></label>`,
			html.EscapeString(words.Help), name, p.Name, checked, html.EscapeString(words.Name)))
	}
	return strings.Join(out, "\n      ")
}
