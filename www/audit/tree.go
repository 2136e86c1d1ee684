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
const named = " button link textbox searchbox combobox listbox checkbox radio slider spinbutton switch tab tabpanel menuitem option DisclosureTriangle " +
	"image img application dialog alertdialog region radiogroup progressbar heading "

// tree looks at the accessibility tree: what is announced needs a name.
func (p Page) tree() []Fault {
	p.visit.Judge.Helper()
	var faults []Fault
	p.visit.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		result, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, node := range result.Nodes {
			if role := word(node.Role); !node.Ignored && role != "" && strings.Contains(named, " "+role+" ") && word(node.Name) == "" {
				of, err := cdp.Call(ctx, target, dom.DescribeNode, dom.DescribeNodeParams{BackendNodeID: node.BackendDOMNodeID})
				if err != nil {
					return err
				}
				faults = append(faults, Fault{"names", fmt.Sprint(of.Node.NodeName, " ", of.Node.Attributes), "is a " + role + " without a name"})
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
