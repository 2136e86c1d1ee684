package publish

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// budget is the number of bytes that a first visit may fetch, brotli-compressed.
const budget = 2_500_000

// wire returns the number of bytes that a first visit fetches, brotli-compressed.
func (m *Manifest) wire() int {
	total := 0
	for _, f := range m.Files {
		total += f.Brotli
	}
	return total
}

// Report writes a table of the bytes of a first visit.
func (m *Manifest) Report(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "brotli\tgzip\tplain\t  file\t")
	for _, f := range m.Files {
		fmt.Fprintf(t, "%d\t%d\t%d\t  %s\t\n", f.Brotli, f.Gzip, f.Bytes, f.Name)
	}
	fmt.Fprintf(t, "%d\t\t\t  first load, at most %d\t\n", m.wire(), budget)
	return t.Flush()
}

// Check returns an error if the build exceeds the budget.
func (m *Manifest) Check() error {
	if total := m.wire(); total > budget {
		return fmt.Errorf("the first load is %d bytes, %d over the budget of %d", total, total-budget, budget)
	}
	return nil
}
