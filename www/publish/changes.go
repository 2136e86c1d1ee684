package publish

// engineChanges are the changes to version 2.8.8 of the engine. None of them changes what is drawn: a test compares the texts of all
// shaders, another runs the engine's own tests of its shader compiler.
var engineChanges = []change{
	{
		// A template can call any method of its data by name, so that with text/template the linker keeps every exported method of every type.
		file: "internal/builtinshader/shader.go", sum: "932a4a04d35a2bafa2272c9089f963ba5f189d855931af8fc049ead7360f6ebe",
		why: "the template of the shaders is carried out without package text/template.",
		edits: []edit{
			{"\t\"bytes\"\n\t\"fmt\"\n", "\"text/template\"\n", "\t\"strings\"\n\t\"sync\"\n"},
			{"var tmpl = template.Must(template.New(\"tmpl\").Parse(`", "", "const tmpl = `"},
			{"\n`))\n", "", "\n`\n" + expandSource},
			{"\tvar buf bytes.Buffer\n", "\tb := buf.Bytes()\n", expandCall},
		},
	},
	{
		// The packers of archive/zip and internal/png are only there to save images while looking for faults.
		file: "internal/graphicscommand/image_js.go", sum: "cc4b98f57f47ce6ae95cf42ee43337067834ce9f6810437b8a7af4ff69873359",
		why:   "images cannot be saved.",
		edits: []edit{{"import (", "return zip, nil\n}\n", noDumpSource}},
	},
	// Package regexp brings all tables of Unicode along. Three patterns are all that the engine needs of it.
	{
		file: "internal/shader/shader.go", sum: "bbbf10aa2a2836e1bf7bedf912092ef4de47155c4f947f94eeb0c2c2dd3268f2",
		why: "the compiler directive is found without package regexp.",
		edits: []edit{
			{"\t\"regexp\"\n", "", ""},
			{"\treUnit := regexp.", "\n", ""},
			{"m := reUnit.", "m == nil {", "m := strings.Fields(s.Text())\n\t\tif len(m) != 2 || m[0] != \"//kage:unit\" {"},
		},
	},
	{
		file: "internal/shader/expr.go", sum: "62e8769226d1219c565fb133d9ddc18d788467f0cff93d7e68f886b7aefa4e60",
		why: "the names of textures are recognised without package regexp.",
		edits: []edit{
			{"\t\"regexp\"\n", "", ""},
			{"var textureVariableRe = ", "\n\n", ""},
			// No identifier is a number by itself.
			{"if m := textureVariableRe.", "Atoi(m[1])\n", "if i, err := strconv.Atoi(strings.TrimPrefix(e.Name, \"__t\")); err == nil {\n"},
		},
	},
	{
		file: "internal/shaderir/glsl/glsl.go", sum: "080d2bfc96deab5c528c32c580348b504020e9d17f3237221c86e58086597842",
		why: "empty lines are joined without package regexp.",
		edits: []edit{
			{"\t\"regexp\"\n", "", ""},
			{"\tnls := regexp.", "fs = nls.ReplaceAllString(fs, \"\\n\\n\")\n", joinLinesSource},
		},
	},
	// The solver's worker runs the same program as the page. It has no document, and waits for nothing that is only there to draw.
	{
		file: "internal/restorable/shader.go", sum: "b23bb40e1b525144b584e35be11c1c11f249780afb2981db3a1172806ab0dad0",
		why: "the shaders are compiled when the user interface starts.",
		edits: []edit{
			{"\ts := &Shader{\n", "\treturn s\n", newShaderSource},
			{"\tNearestFilterShader *Shader\n", "\tclearShader         *Shader\n", shadersSource},
			{"func init() {\n", "", "// CompileShaders must be called before anything is drawn.\nfunc CompileShaders() {\n"},
			{"\tNearestFilterShader = NewShader(nearestIR, ", "\tclearShader = NewShader(clearIR, \"clear\")\n", compileShadersSource},
		},
	},
	{
		file: "internal/ui/ui.go", sum: "68b6f3ae49472845e272b3460dc72ae0a3b112d9943ce2c9a9438e119c49973e",
		why: "the user interface starts only where there is a document.",
		edits: []edit{
			{"\t\"github.com/hajimehoshi/ebiten/v2/internal/thread\"\n", "", "\t\"github.com/hajimehoshi/ebiten/v2/internal/restorable\"\n\t\"github.com/hajimehoshi/ebiten/v2/internal/thread\"\n"},
			{"func init() {\n", "", "func init() {\n\tif !document.Truthy() {\n\t\treturn\n\t}\n\trestorable.CompileShaders()\n"},
		},
	},
	{
		file: "internal/ui/ui_js.go", sum: "f527728bdececaaf43a1926b593464d84a070ca32512aa84b02c06f74e36dab3",
		why: "the program can start where there is no document.",
		edits: []edit{
			{"var (\n\tdocumentHasFocus = ", ".Call(\"bind\", document)\n)\n", documentSource},
		},
	},
}

// expandSource is added to the built-in shaders; with expandCall it makes the texts that the template made.
const (
	expandSource = `
// expand returns the text of tmpl with the actions if, else if, else and end carried out. holds says which conditions are true.
func expand(holds map[string]bool) []byte {
	// A branch is open if its text counts, and done if no later one of its alternatives does.
	type branch struct{ open, done bool }
	var (
		text   []byte
		around []branch
		now    = branch{open: true}
	)
	for rest, more := tmpl, true; more; {
		var plain, action string
		plain, rest, more = strings.Cut(rest, "{{")
		if now.open {
			text = append(text, plain...)
		}
		action, rest, _ = strings.Cut(rest, "}}")
		word, condition, _ := strings.Cut(action, " ")
		condition = strings.TrimPrefix(condition, "if ")
		switch word {
		case "if":
			around = append(around, now)
			now = branch{open: now.open && holds[condition], done: !now.open || holds[condition]}
		case "else":
			now.open = !now.done && (condition == "" || holds[condition])
			now.done = now.done || now.open
		case "end":
			now, around = around[len(around)-1], around[:len(around)-1]
		}
	}
	return text
}
`
	expandCall = `	b := expand(map[string]bool{
		".UseColorM":                      useColorM,
		"eq .Filter .FilterNearest":       filter == FilterNearest,
		"eq .Filter .FilterLinear":        filter == FilterLinear,
		"eq .Address .AddressUnsafe":      address == AddressUnsafe,
		"eq .Address .AddressClampToZero": address == AddressClampToZero,
		"eq .Address .AddressRepeat":      address == AddressRepeat,
	})
`
)

// noDumpSource stands for the functions that save images, and their imports.
const noDumpSource = `import (
	"image"

	"github.com/hajimehoshi/ebiten/v2/internal/graphicsdriver"
)

func (i *Image) Dump(graphicsDriver graphicsdriver.Graphics, path string, blackbg bool, rect image.Rectangle) (string, error) {
	return "", nil
}

func DumpImages(images []*Image, graphicsDriver graphicsdriver.Graphics, dir string) (string, error) {
	return "", nil
}
`

// Other packages of the engine keep the addresses of the shaders from the beginning: what is there is filled in.
const (
	newShaderSource = `	s := &Shader{}
	s.fill(ir, name)
	return s
}

func (s *Shader) fill(ir *shaderir.Program, name string) {
	s.shader = graphicscommand.NewShader(ir, name)
	s.ir = ir
	s.name = name
	theImages.addShader(s)
`
	shadersSource = `	NearestFilterShader = &Shader{}
	LinearFilterShader  = &Shader{}
	clearShader         = &Shader{}
`
	compileShadersSource = `	NearestFilterShader.fill(nearestIR, "nearest")
	LinearFilterShader.fill(linearIR, "linear")
	clearShader.fill(clearIR, "clear")
`
)

// documentSource stands for the variables that need a document.
const documentSource = `var documentHasFocus, documentHidden = documentFunctions()

// documentFunctions returns the document's functions, if there is one.
func documentFunctions() (hasFocus, hidden js.Value) {
	if !document.Truthy() {
		return js.Undefined(), js.Undefined()
	}
	property := js.Global().Get("Object").Call("getOwnPropertyDescriptor", js.Global().Get("Document").Get("prototype"), "hidden")
	return document.Get("hasFocus").Call("bind", document), property.Get("get").Call("bind", document)
}
`

// joinLinesSource leaves at most one empty line between lines of the shaders vs and fs.
const joinLinesSource = `	for _, s := range []*string{&vs, &fs} {
		for strings.Contains(*s, "\n\n\n") {
			*s = strings.ReplaceAll(*s, "\n\n\n", "\n\n")
		}
	}
`
