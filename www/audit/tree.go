package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
)

// named are the roles of the accessibility tree whose nodes need a name; without one they are announced as a bare "button".
var named = map[string]bool{
	"button": true, "link": true, "textbox": true, "searchbox": true, "combobox": true, "listbox": true, "checkbox": true, "radio": true,
	"slider": true, "spinbutton": true, "switch": true, "tab": true, "tabpanel": true, "menuitem": true, "option": true, "DisclosureTriangle": true,
	"image": true, "img": true, "application": true, "dialog": true, "alertdialog": true, "region": true, "radiogroup": true, "progressbar": true,
	"heading": true, "MenuListPopup": false,
}

// tree looks at the accessibility tree: what is announced needs a name, and what takes the keys needs a role.
func (p Page) tree() []Fault {
	p.visit.Judge.Helper()
	var faults []Fault
	p.visit.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		result, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, node := range result.Nodes {
			role := word(node.Role)
			bare := (role == "generic" || role == "none") && property(node, "focusable")
			if node.Ignored || !bare && (!named[role] || word(node.Name) != "") {
				continue
			}
			where, tabindex, err := describe(ctx, target, node)
			if err != nil {
				return err
			}
			if !bare {
				faults = append(faults, Fault{"names", where, "is a " + role + " without a name"})
			} else if tabindex != "-1" && tabindex != "" {
				faults = append(faults, Fault{"roles", where, "takes the keys and has no role"})
			}
		}
		return nil
	}))
	return faults
}

// word returns a value of the tree as a word.
func word(v *accessibility.Value) (text string) {
	if v != nil {
		_ = json.Unmarshal(v.Value, &text) // other values than words count as none
	}
	return strings.TrimSpace(text)
}

func property(node *accessibility.Node, name string) (is bool) {
	for _, p := range node.Properties {
		if string(p.Name) == name && p.Value != nil {
			_ = json.Unmarshal(p.Value.Value, &is)
		}
	}
	return is
}

// describe returns the tag and attributes of a node's element, and its tabindex.
func describe(ctx context.Context, target *chromedp.Target, node *accessibility.Node) (where, tabindex string, err error) {
	result, err := cdp.Call(ctx, target, dom.DescribeNode, dom.DescribeNodeParams{BackendNodeID: node.BackendDOMNodeID})
	if err != nil {
		return "", "", err
	}
	where = strings.ToLower(result.Node.NodeName)
	for i := 0; i+1 < len(result.Node.Attributes); i += 2 {
		name, value := result.Node.Attributes[i], result.Node.Attributes[i+1]
		if name == "tabindex" {
			tabindex = value
		}
		where += fmt.Sprintf(" %s=%q", name, value)
	}
	return where, tabindex, nil
}
