package publish

import (
	"bytes"
	"errors"
	"testing"
)

// TestPackedProgramLosesNothing packs a program of Go, unpacks it by the format's description, and expects most return addresses to follow from
// the order of the calls. The page's own unpacker is tested by www/page/unit, and by every test of the page.
func TestPackedProgramLosesNothing(t *testing.T) {
	program := deep(t, map[string]string{"main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(os.Args) }\n"})
	packed, err := pack(program)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, counts := unpack(packed)
	if !bytes.Equal(unpacked, program) {
		t.Fatal("it is another program after packing and unpacking")
	}
	following, others := counts[packedWholeCall]+counts[packedWholeNext], counts[packedAddress]
	if following < 5000 || others > following/4 || counts[packedNest] < 1000 || counts[packedReturned] < 1000 || counts[packedAscending] != 1 {
		t.Errorf("%d return addresses follow from the order of the calls, %d do not; %d functions have a table", following, others, counts[packedNest])
	}
	for i := range 8 {
		if _, err := pack(program[:i*len(program)/8]); !errors.Is(err, errProgram) {
			t.Errorf("%d eighths of it give %v", i, err)
		}
	}
}
