//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"conelab/core/format/document"
)

// engine answers queries on a table, loaded from a CSV file with a header, all of whose columns are numbers but the last.
type engine struct {
	load   func(t *testing.T, file string, columns []string)
	answer func(query string) (string, error)
}

// engines are those that are installed; the test says which are not.
func engines(t *testing.T) map[string]engine {
	found := map[string]engine{}
	if _, err := exec.LookPath("sqlite3"); err == nil {
		base := filepath.Join(t.TempDir(), "base")
		found["SQLite"] = engine{func(t *testing.T, file string, _ []string) {
			must(t, fmt.Sprintf("DROP TABLE IF EXISTS points;\n.mode csv\n.import %s points\n", file), "sqlite3", base)
		}, func(query string) (string, error) { return output(query, "sqlite3", "-json", base) }}
	} else {
		t.Log("SQLite is not installed: skipped")
	}
	if folder := startPostgres(t); folder != "" {
		psql := func(more ...string) []string {
			return append([]string{"-h", folder, "-U", "tester", "-d", "postgres", "-q", "-v", "ON_ERROR_STOP=1"}, more...)
		}
		found["PostgreSQL"] = engine{func(t *testing.T, file string, columns []string) {
			types := `"` + columns[0] + `" integer, "` + strings.Join(columns[1:len(columns)-1], `" double precision, "`) +
				`" double precision, "` + columns[len(columns)-1] + `" text`
			must(t, "DROP TABLE IF EXISTS points; CREATE TABLE points ("+types+");\nCOPY points FROM STDIN WITH (FORMAT csv, HEADER true);\n"+
				string(mustRead(t, file))+"\\.\n", "psql", psql()...)
		}, func(query string) (string, error) { return output(query, "psql", psql("--csv")...) }}
	} else {
		t.Log("PostgreSQL is not installed: skipped")
	}
	return found
}

// output runs a program with an input and returns its output.
func output(input string, name string, args ...string) (string, error) {
	var out, errors bytes.Buffer
	c := exec.Command(name, args...)
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &out, &errors
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("%s: %w: %.1000s", name, err, errors.String())
	}
	return out.String(), nil
}

// must runs a program that succeeds.
func must(t *testing.T, input string, name string, args ...string) {
	t.Helper()
	if _, err := output(input, name, args...); err != nil {
		t.Fatal(err)
	}
}

// startPostgres starts a server, which ends with the test, and returns its folder, "" if none is installed.
func startPostgres(t *testing.T) string {
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		programs = append(programs, path)
	}
	_, err := exec.LookPath("psql")
	if len(programs) == 0 || err != nil {
		return ""
	}
	folder, err := os.MkdirTemp("", "sums")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	attributes := &syscall.SysProcAttr{}
	if os.Getuid() == 0 { // PostgreSQL does not run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			return ""
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err := os.Chown(folder, uid, gid); err != nil {
			t.Fatal(err)
		}
		attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	bin, data := filepath.Dir(programs[0]), filepath.Join(folder, "data")
	command := func(name string, args ...string) *exec.Cmd {
		c := exec.Command(filepath.Join(bin, name), args...)
		c.SysProcAttr, c.Dir = attributes, folder
		return c
	}
	if out, err := command("initdb", "-D", data, "-A", "trust", "-U", "tester", "--no-sync").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, out)
	}
	server := command("postgres", "-D", data, "-k", folder, "-h", "", "-F")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGINT)
		_ = server.Wait()
	})
	for range 300 {
		if exec.Command("psql", "-h", folder, "-U", "tester", "-d", "postgres", "-c", "SELECT 1").Run() == nil {
			return folder
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("PostgreSQL does not answer")
	return ""
}

// drawTable writes a table with a number for each row, features of different sizes, one of them constant, a target and a word for the
// class; some cells are empty, if that is asked for.
func drawTable(t *testing.T, n, d int, gaps bool) (file string, columns []string) {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	columns = []string{"id"}
	for k := range d {
		columns = append(columns, fmt.Sprintf("a%d", k))
	}
	columns = append(columns, "target", "kind")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(columns)
	for i := range n {
		cells, sum := []string{strconv.Itoa(i + 1)}, 0.0
		for k := range d {
			v := 10*float64(k) + math.Exp(float64(k%3))*rng.NormFloat64()
			if k == d-1 {
				v = 0.1
			}
			sum += math.Sin(v)
			cells = append(cells, strconv.FormatFloat(v, 'g', -1, 64))
		}
		if gaps && i%17 == 3 {
			cells[1] = ""
		}
		words := []string{"one", "two", "three's"}
		cells = append(cells, strconv.FormatFloat(sum+0.3*rng.NormFloat64(), 'g', -1, 64), words[min(2, int(math.Abs(sum)))])
		_ = w.Write(cells)
	}
	w.Flush()
	return write(t, "points.csv", b.String()), columns
}

// TestPipes: what a shell hands over as a pipe is read once, from its beginning.
func TestPipes(t *testing.T) {
	for _, content := range []string{threePoints, do(t, "sums", write(t, "data.csv", threePoints))} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		_, _ = w.WriteString(content) // fits into the pipe
		_ = w.Close()
		if o := execute("", "solve", fmt.Sprintf("/dev/fd/%d", r.Fd())); o.code != exitDone || strings.Count(o.out, "[") < 3 {
			t.Errorf("%+v", o)
		}
	}
}

// TestEngines: the network from the rows, from their sums, and from the sums that engines answer is the same, and they refuse a misspelt
// column. A key of texts, which SQLite takes for zeros, is noticed in the answer.
func TestEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	all := engines(t)
	for _, c := range []struct {
		name      string
		n, d      int
		gaps      bool
		own, sent []string
	}{
		{"numbers", 1000, 4, false, []string{"--targets", "target"}, nil},
		{"gaps", 1000, 2, true, []string{"--targets", "target", "--missing", "drop"}, nil},
		{"classes", 600, 13, false, []string{"--targets", "kind", "--classes"}, []string{"--only", "one,two,three's"}},
	} {
		file, columns := drawTable(t, c.n, c.d, c.gaps)
		features := "--features=" + strings.Join(columns[1:1+c.d], ",")
		args := append([]string{"sums", "--quiet", features, "--folds", "3", "--standardise"}, c.own...)
		own := execute("", append(args, file)...)
		if own.code != 0 {
			t.Fatal(own.errors)
		}
		want := fromSums(t, own.out)
		whole, err := document.ParseSums([]byte(own.out))
		if err != nil || c.gaps == (whole.Rows == float64(c.n)) {
			t.Fatalf("%v: %g of %d rows", err, whole.Rows, c.n)
		}
		query := execute("", append(append(args, c.sent...), "--sql", "points", "--key", "id")...)
		if query.code != 0 {
			t.Fatal(query.errors)
		}
		for name, e := range all {
			if c.gaps && name == "SQLite" { // whose import makes empty cells empty texts
				continue
			}
			t.Run(name+"/"+c.name, func(t *testing.T) {
				e.load(t, file, columns)
				answered, err := e.answer(query.out)
				if err != nil {
					t.Fatal(err, answered)
				}
				if answered, err := e.answer(strings.ReplaceAll(query.out, `"a1"`, `"a 1"`)); err == nil {
					t.Errorf("a column that is not there is summed: %.300s", answered)
				}
				answer := execute(answered, "sums", "--result", "-")
				if answer.code != 0 {
					t.Fatal(answer.errors)
				}
				if says := strings.Contains(answer.errors, " rows of the table left out, for NULL"); says != c.gaps {
					t.Errorf("rows are left out: %v, and the notes are %q", c.gaps, answer.errors)
				}
				got := fromSums(t, answer.out)
				if off := math.Abs(got.Objective-want.Objective) / want.Objective; off > 1e-9 || got.Gap > 1e-8 {
					t.Errorf("the cost is %.12g, from the rows %.12g, off by %.1e, with gap %.1e", got.Objective, want.Objective, off, got.Gap)
				}
				if name == "SQLite" {
					folded, _ := e.answer(strings.ReplaceAll(query.out, `"id"`, `"kind"`))
					expect(t, execute(folded, "sums", "--result", "-"), exitBadInput, "1 of the 3 folds")
				}
				sums, err := document.ParseSums([]byte(answer.out))
				if err != nil || len(sums.Folds) != 3 || sums.Rows != whole.Rows || sums.Scaling.Scale[c.d-1] != 0 {
					t.Errorf("%v: %d folds, %g rows", err, len(sums.Folds), sums.Rows)
				}
				// The table itself, with the rows that the query leaves out, proves the network.
				expect(t, execute(textOf(t, got), "check", file, "-"), exitDone)
				if c.sent == nil {
					return
				}
				two, err := e.answer(execute("", "sums", features, "--standardise", "--targets=kind", "--only=one,two", "--sql=points").out)
				if err != nil {
					t.Fatal(err)
				}
				got = fromSums(t, execute(two, "sums", "--result", "-").out)
				expect(t, execute(textOf(t, got), "check", file, "-"), exitDone)
			})
		}
	}
}

// fromSums returns the solution of a sums document, which must be certified.
func fromSums(t *testing.T, sums string) *document.Solution {
	t.Helper()
	r := execute(sums, "solve", "--beta", "20", "-")
	if r.code != 0 {
		t.Fatal(r.errors, r.out[:min(500, len(r.out))])
	}
	return solutionOf(t, r.out)
}
