package publish

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"conelab/core/draw/shader"
)

// The pictures are drawn with Ebitengine, which compiles shaders when a program runs. That compiler is more than a third of the
// download, and the linker cannot leave it out. So the build compiles the shaders to GLSL, by a program inside a copy of the
// unchanged engine, and the page's program is linked with an engine that looks them up: see engineChanges. The engine is
// otherwise as it is, and the page works with the unchanged one, too.
//
// The copy exists only for the compiler. A separate go.mod replaces the engine by a folder of the project, and go build -overlay says which
// files are in that folder: those of the original, except for the changed ones.
const (
	engine = "github.com/hajimehoshi/ebiten/v2"
	// engineVersion is the version for which the changes are made.
	engineVersion = "v2.8.8"
	// engineFolder is relative to the project, because the compiled program records it and must not depend on the machine.
	engineFolder = "build/ebitengine"
	// shaderProgram is the path, within the engine, of the program that compiles the shaders, and compiledFile its output.
	shaderProgram = "internal/conelab"
	compiledFile  = "internal/graphics/compiled.go"
)

// shaderCompiler is the source of the program that compiles the shaders.
//
//go:embed shaders.go.txt
var shaderCompiler []byte

// change is a list of edits of one file of the engine, with the reason.
type change struct {
	file, why string // file is relative to the engine's folder
	edits     []edit
}

// edit replaces text by with: from the only occurrence of from to the end of the next to, or to the end of from if to is empty.
type edit struct{ from, to, with string }

var engineChanges = []change{
	{
		"internal/graphics/shader.go", "the build has compiled the shaders.",
		[]edit{{"import (", "\treturn shaderir.CalcSourceHash(src), nil\n}\n", `import (
	"fmt"

	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
)

// CompileShader returns what the build has compiled from a source. The map of it is in a file that the build adds.
func CompileShader(source []byte) (*shaderir.Program, error) {
	program, ok := compiled[shaderir.CalcSourceHash(source)]
	if !ok {
		return nil, fmt.Errorf("graphics: the build has not compiled this shader: %s", source)
	}
	return &program, nil
}
`}},
	},
	{
		"internal/shaderir/program.go", "a program has its texts in GLSL, and which numbers of its variables they read.",
		[]edit{
			{"\tuniformFactors []uint32\n", "", "\tUniformFactors   []uint32\n\tVertex, Fragment string\n"},
			{"\tif p.uniformFactors == nil {\n", "p.uniformFactors {\n", "\tfor i, factor := range p.UniformFactors {\n"},
		},
	},
	{
		"internal/graphicsdriver/opengl/shader.go", "programs have texts in GLSL.",
		[]edit{
			{"\t\"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl\"\n", "", ""},
			{"vssrc, fssrc := glsl.", "\n", "vssrc, fssrc := s.ir.Vertex, s.ir.Fragment\n"},
		},
	},
	{
		"internal/graphicsdriver/opengl/context.go", "the build has chosen the version of GLSL.",
		[]edit{
			{"\t\"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl\"\n", "", ""},
			{"func (c *context) glslVersion() ", "return glsl.GLSLVersionDefault\n}\n\n", ""},
		},
	},
	{
		"internal/builtinshader/shader.go", "the engine's own shaders are found by names in place of their sources.",
		[]edit{
			{"import (", ")\n", "import \"fmt\"\n"},
			{"var (\n\tshaders  [", "\n`))\n\n", ""},
			{"\tshadersM.Lock()\n", "\treturn b\n",
				"\treturn fmt.Appendf(nil, \"filter %d, address %d, colours %t\", filter, address, useColorM)\n"},
		},
	},
}

// engineFlags returns the flags of go build, run in the project's folder root, that replace the engine by the changed one, and
// writes the files that they name into dir. There are none where the engine is another version than
// the changes are made for.
func engineFlags(root, dir string) ([]string, error) {
	original, version, err := engineSource(root)
	if err != nil {
		return nil, err
	}
	if version != engineVersion {
		say(fmt.Sprintf("linking the engine with its shader compiler: it is %s, and www/publish leaves that out of %s",
			version, engineVersion))
		return nil, nil
	}
	modules, err := redirect(root, dir)
	if err != nil {
		return nil, err
	}
	compiled, err := compileShaders(root, original, modules, dir)
	if err != nil {
		return nil, err
	}
	list, err := overlay(original, dir, func(replace map[string]string) error { return changeEngine(original, dir, compiled, replace) })
	if err != nil {
		return nil, err
	}
	return []string{"-modfile=" + modules, "-overlay=" + list}, nil
}

// engineSource returns the folder and the version of the engine that the project requires, downloading it if necessary.
func engineSource(root string) (dir, version string, err error) {
	cmd := exec.Command("go", "mod", "download", "-json", engine)
	cmd.Dir = root
	out, err := cmd.Output()
	var module struct{ Dir, Version, Error string }
	if json.Unmarshal(out, &module) == nil && module.Error != "" {
		return "", "", fmt.Errorf("go mod download: %s", module.Error)
	}
	if err != nil {
		return "", "", fmt.Errorf("go mod download: %w", err)
	}
	return module.Dir, module.Version, nil
}

// redirect writes into dir a go.mod that replaces the engine by engineFolder, with its go.sum, and returns its path.
func redirect(root, dir string) (string, error) {
	modules, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	modules = fmt.Appendf(modules, "\nreplace %s => ./%s\n", engine, engineFolder)
	if err := os.WriteFile(filepath.Join(dir, "engine.sum"), sums, 0o644); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "engine.mod")
	return path, os.WriteFile(path, modules, 0o644)
}

// compileShaders compiles the page's shaders, and those of the engine in the folder original, into a Go file in dir, whose path it returns.
// modules is the go.mod that replaces the engine by engineFolder.
func compileShaders(root, original, modules, dir string) (string, error) {
	input, err := json.Marshal(shader.Sources())
	if err != nil {
		return "", err
	}
	work := filepath.Join(dir, "shaders")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return "", err
	}
	program := filepath.Join(work, "main.go")
	if err := os.WriteFile(program, shaderCompiler, 0o644); err != nil {
		return "", err
	}
	list, err := overlay(original, work, func(replace map[string]string) error {
		replace[inEngine(shaderProgram+"/main.go")] = program
		return nil
	})
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "run", "-modfile="+modules, "-overlay="+list, engine+"/"+shaderProgram)
	var faults bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stderr = root, bytes.NewReader(input), &faults
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=") // it runs on this machine, whatever the target
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("compiling the shaders: %w\n%s", err, faults.Bytes())
	}
	path := filepath.Join(dir, "compiled.go")
	return path, os.WriteFile(path, text, 0o644)
}

// overlay writes into dir the list for go build -overlay and returns its path. The list maps each path in engineFolder to the original file
// of the engine, except where change changes the map.
func overlay(original, dir string, change func(replace map[string]string) error) (string, error) {
	replace := map[string]string{}
	err := filepath.WalkDir(original, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(original, path)
		replace[inEngine(filepath.ToSlash(relative))] = path
		return err
	})
	if err != nil {
		return "", err
	}
	if err := change(replace); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}

// inEngine returns the path that a file of the engine has for the compiler.
func inEngine(file string) string {
	return filepath.Join(filepath.FromSlash(engineFolder), filepath.FromSlash(file))
}

// changeEngine writes the changed files of the engine into dir, maps their paths to them, and adds the compiled shaders.
func changeEngine(original, dir, compiled string, replace map[string]string) error {
	for _, c := range engineChanges {
		source, err := os.ReadFile(filepath.Join(original, filepath.FromSlash(c.file)))
		if err != nil {
			return err
		}
		text, err := c.apply(string(source))
		if err != nil {
			return err
		}
		changed := filepath.Join(dir, strings.ReplaceAll(c.file, "/", "_"))
		if err := os.WriteFile(changed, []byte(text), 0o644); err != nil {
			return err
		}
		replace[inEngine(c.file)] = changed
	}
	replace[inEngine(compiledFile)] = compiled
	return nil
}

// apply returns the changed form of the source. The engine's licence requires a notice in it.
func (c *change) apply(source string) (string, error) {
	for _, e := range c.edits {
		before, rest, found := strings.Cut(source, e.from)
		if !found || strings.Contains(rest, e.from) {
			return "", fmt.Errorf("the engine's %s has not one place with %q", c.file, e.from)
		}
		if _, rest, found = strings.Cut(rest, e.to); !found {
			return "", fmt.Errorf("the engine's %s lacks %q", c.file, e.to)
		}
		source = before + e.with + rest
	}
	return "// Changed for Conelab: " + c.why + "\n\n" + source, nil
}
