// Package query writes the sums of a table (package moments) as one query in SQL, and reads an engine's answer to it as a sums document.
//
// The query is plain SQL with common table expressions: it leaves out rows with NULL, standardises the features if that is asked for, and
// returns a row for each fold, or several where an engine would not have as many columns. A column of text says what was summed, and one
// how many rows the table has.
package query

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/format/document"
	"conelab/core/numeric/moments"
)

// Query is a request for the sums of a table.
type Query struct {
	Table             string
	Features, Targets []string
	// Classes are the classes of the one target, nil for numbers. Rows of others are left out.
	Classes     []string
	Standardize bool
	// Key is a column of whole numbers that identifies the rows; its hash divides them into Folds. If Folds is 0, it is a column that names
	// the fold of each row. Without a key the rows are not divided.
	Key   string
	Folds int
	// Dialect is that of the engine: standard, bigquery or spark.
	Dialect string
}

// summed is what the column of text says, as a JSON object.
type summed struct {
	Features     []string `json:"features"`
	Outputs      []string `json:"outputs"`
	Classes      []string `json:"classes,omitempty"`
	Label        string   `json:"label,omitempty"`
	Standardized bool     `json:"standardised,omitempty"`
	Folds        int      `json:"folds,omitempty"`
}

// dialect is how engines differ: the names of the types of doubles and of whole numbers, the quotes of names, and how names and texts are
// written within quotes.
type dialect struct {
	double, whole, quote string
	inName, inText       *strings.Replacer
}

// backslashed is how texts are written where backslashes begin escapes; an apostrophe that is doubled would end the text.
var backslashed = strings.NewReplacer(`\`, `\\`, "'", `\'`, "`", "\\`", "\n", `\n`, "\r", `\r`)

var dialects = map[string]dialect{
	"standard": {"DOUBLE PRECISION", "BIGINT", `"`, strings.NewReplacer(`"`, `""`), strings.NewReplacer("'", "''")},
	"bigquery": {"FLOAT64", "INT64", "`", backslashed, backslashed},
	"spark":    {"DOUBLE", "BIGINT", "`", strings.NewReplacer("`", "``"), backslashed},
}

// maxColumns is the largest number of columns of sums: PostgreSQL has 1664 in all, SQLite 2000.
const maxColumns = 1000

// names of the columns of the answer beside those of the sums, s1, s2 and so on.
const (
	whatColumn, partColumn, foldColumn, totalColumn = "conelab", "part", "fold", "table_rows"
)

// outputs returns the names of the outputs and the expression of each.
func (q *Query) outputs(d dialect) (names, expressions []string) {
	if q.Classes == nil {
		for _, name := range q.Targets {
			expressions = append(expressions, "CAST("+d.column(name)+" AS "+d.double+")")
		}
		return q.Targets, expressions
	}
	names, classes, others := q.Classes, q.Classes, "0"
	if len(classes) == 2 {
		names, classes, others = q.Targets, classes[1:], "-1"
	}
	for _, class := range classes {
		is := d.column(q.Targets[0]) + " = " + d.text(class)
		expressions = append(expressions, "CAST(CASE WHEN "+is+" THEN 1 ELSE "+others+" END AS "+d.double+")")
	}
	return names, expressions
}

// source is what the query calls the table. Engines refuse a name of no column of it; SQLite takes a name that stands alone for a text.
const source = "conelab_table"

// column returns the name of a column of the table, in quotes.
func (d dialect) column(name string) string { return source + "." + d.quoted(name) }

func (d dialect) quoted(name string) string { return d.quote + d.inName.Replace(name) + d.quote }

func (d dialect) text(s string) string { return "'" + d.inText.Replace(s) + "'" }

// plainName matches names that need no quotes. In quotes some engines would take them for names of other tables, since upper and lower case
// matter then.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*$`)

// table returns the name of a table, such as schema.table, with quotes around the parts that need them. What has quotes or parentheses
// already is taken as it is.
func (d dialect) table(name string) string {
	if strings.ContainsAny(name, "\"'`([") {
		return name
	}
	parts := strings.Split(name, ".")
	for k, part := range parts {
		if !plainName.MatchString(part) {
			parts[k] = d.quoted(part)
		}
	}
	return strings.Join(parts, ".")
}

// Validate returns an error for a query that would not be answered.
func (q *Query) Validate() error {
	outputs, _ := q.outputs(dialects["standard"])
	switch {
	case len(q.Features) == 0 || len(q.Targets) == 0:
		return fault.New("the query", "has no features or no targets, expected their columns by --features and --targets")
	case q.Classes != nil && len(q.Targets) != 1:
		return fault.New("the query", "has classes of several targets, expected one")
	case q.Classes != nil && len(q.Classes) < 2:
		return fault.New("the query", "has fewer than two classes, expected the classes by --only")
	case q.Folds > 0 && q.Key == "":
		return fault.New("the query", "has folds but no key, expected by --key a column of whole numbers that identifies the rows")
	case moments.Count(len(q.Features), len(outputs)) > document.MaxSums:
		return document.TooManySums(len(q.Features), len(outputs))
	}
	for k, name := range q.Features {
		if slices.Contains(q.Features[:k], name) || slices.Contains(q.Targets, name) {
			return fault.New("the column "+strconv.Quote(name), "is named twice, expected each column once")
		}
	}
	return nil
}

// SQL returns the query, which must be valid.
func (q *Query) SQL() string {
	d := dialects[q.Dialect]
	outputs, expressions := q.outputs(d)
	var b strings.Builder
	b.WriteString("WITH " + source + " AS (\n  SELECT * FROM " + d.table(q.Table) + "\n), conelab_rows AS (\n")
	columns, whole := []string{q.fold(d) + " AS fold"}, []string{}
	for k, name := range q.Features {
		columns = append(columns, fmt.Sprintf("CAST(%s AS %s) AS x%d", d.column(name), d.double, k))
		whole = append(whole, d.column(name)+" IS NOT NULL")
	}
	for k, expression := range expressions {
		columns = append(columns, fmt.Sprintf("%s AS y%d", expression, k))
	}
	for _, name := range q.Targets {
		whole = append(whole, d.column(name)+" IS NOT NULL")
	}
	if q.Classes != nil {
		var known []string
		for _, class := range q.Classes {
			known = append(known, d.text(class))
		}
		whole = append(whole, d.column(q.Targets[0])+" IN ("+strings.Join(known, ", ")+")")
	}
	if q.Key != "" {
		whole = append(whole, d.column(q.Key)+" IS NOT NULL")
	}
	b.WriteString("  SELECT " + strings.Join(columns, ", ") + "\n  FROM " + source + "\n  WHERE " + strings.Join(whole, " AND ") + "\n)")
	from := "conelab_rows"
	if q.Standardize {
		from = "conelab_scaled"
		q.scale(&b, len(expressions))
	}
	b.WriteString("\n")
	what := strictjson.Line(&summed{q.Features, outputs, q.Classes, q.label(), q.Standardize, q.Folds})
	values := q.values(len(expressions))
	for part := 0; part*maxColumns < len(values); part++ {
		if part > 0 {
			b.WriteString("UNION ALL\n")
		}
		fmt.Fprintf(&b, "SELECT %s AS %s, %d AS %s, fold, (SELECT COUNT(*) FROM %s) AS %s", d.text(string(what)), whatColumn, part, partColumn,
			source, totalColumn)
		for k := range min(maxColumns, len(values)) {
			value := "CAST(NULL AS " + d.double + ")"
			if at := part*maxColumns + k; at < len(values) {
				value = values[at]
			}
			fmt.Fprintf(&b, ",\n  %s AS s%d", value, k+1)
		}
		b.WriteString("\nFROM " + from + " GROUP BY fold\n")
	}
	return strings.TrimSuffix(b.String(), "\n") + ";\n"
}

func (q *Query) label() string {
	if len(q.Classes) > 2 {
		return q.Targets[0]
	}
	return ""
}

// fold returns the expression of a row's fold. A small number times both factors exceeds the modulus, so that the folds do not follow the
// order of the keys.
func (q *Query) fold(d dialect) string {
	switch {
	case q.Key == "":
		return "0"
	case q.Folds == 0:
		return d.column(q.Key)
	}
	hash := "MOD(ABS(CAST(" + d.column(q.Key) + " AS " + d.whole + ")), 2147483647)"
	for _, factor := range []string{"48271", "69621"} {
		hash = "MOD(" + hash + " * " + factor + ", 2147483647)"
	}
	return "MOD(" + hash + ", " + strconv.Itoa(q.Folds) + ")"
}

// scale writes the tables of the means, the deviations and the scaled rows. A constant feature becomes zero.
func (q *Query) scale(b *strings.Builder, outputs int) {
	centre, spread, scaled := []string{}, []string{}, []string{"fold"}
	for k := range q.Features {
		x, m, s := fmt.Sprintf("x%d", k), fmt.Sprintf("m%d", k), fmt.Sprintf("d%d", k)
		centre = append(centre, fmt.Sprintf("AVG(%s) AS %s", x, m))
		spread = append(spread,
			fmt.Sprintf("CASE WHEN MIN(%[1]s) < MAX(%[1]s) THEN SQRT(AVG((%[1]s - %[2]s) * (%[1]s - %[2]s))) ELSE 0 END AS %[3]s", x, m, s))
		scaled = append(scaled, m, s, fmt.Sprintf("CASE WHEN %s > 0 THEN (%s - %s) / %s ELSE 0 END AS %s", s, x, m, s, x))
	}
	for o := range outputs {
		scaled = append(scaled, fmt.Sprintf("y%d", o))
	}
	b.WriteString(", conelab_centre AS (\n  SELECT " + strings.Join(centre, ", ") + "\n  FROM conelab_rows\n)")
	b.WriteString(", conelab_spread AS (\n  SELECT " + strings.Join(spread, ", ") + "\n  FROM conelab_rows CROSS JOIN conelab_centre\n)")
	b.WriteString(", conelab_scaled AS (\n  SELECT " + strings.Join(scaled, ", ") + "\n  FROM conelab_rows CROSS JOIN conelab_centre")
	b.WriteString(" CROSS JOIN conelab_spread\n)")
}

// values returns the expressions of all sums, in the order of package moments, and then of the means and deviations.
func (q *Query) values(outputs int) (values []string) {
	basis := moments.NewBasis(len(q.Features))
	for _, m := range basis.Monomials {
		values = append(values, sum(m))
	}
	for o := range outputs {
		for _, m := range basis.Monomials[:basis.Len] {
			values = append(values, sum(m, o))
		}
	}
	for o := range outputs {
		for p := range o + 1 {
			values = append(values, sum(nil, o, p))
		}
	}
	if !q.Standardize {
		return values
	}
	for _, moment := range []string{"m", "d"} {
		for k := range q.Features {
			values = append(values, fmt.Sprintf("MIN(%s%d)", moment, k))
		}
	}
	return values
}

// sum returns the expression of the sum of the products of features and outputs.
func sum(features []int, outputs ...int) string {
	var factors []string
	for _, k := range features {
		factors = append(factors, fmt.Sprintf("x%d", k))
	}
	for _, o := range outputs {
		factors = append(factors, fmt.Sprintf("y%d", o))
	}
	if factors == nil {
		return "COUNT(*)"
	}
	return "SUM(" + strings.Join(factors, " * ") + ")"
}
