package publish

// engineLeaves are files of the engine that are left out: part of its shader compiler, and a table of keys.
var engineLeaves = []string{"internal/shaderir/check.go", "internal/ui/keys_js.go"}

// engineChanges are the changes to version 2.8.8 of the engine. None of them changes what is drawn: the shaders are compiled by the unpatched
// engine.
var engineChanges = []change{
	// Shaders are compiled to GLSL when the page is built (see shaders.go), so the engine's compiler, with Go's parser and big numbers, is
	// not part of the program. A shader then consists of its GLSL texts and its variables, and is found by its name.
	{
		file: "internal/graphics/shader.go", sum: "5c497ea1bc6e190cb41c3b64c46073e40832b2dfa49424b065037dff5a1bf99c",
		why:   "shaders are compiled when the page is built.",
		edits: []edit{{"import (", "\treturn shaderir.CalcSourceHash(src), nil\n}\n", findShaderSource}},
	},
	{
		file: "internal/shaderir/program.go", sum: "bf98135adab792cf63c53a17c454e0b9d8a98ec2e3106f4377c24637bf7bd90e",
		why:   "a program is what is left of it after it was compiled.",
		edits: []edit{{"import (", "\t\tuniforms[i] *= factor\n\t}\n}\n", programSource}},
	},
	{
		file: "internal/shaderir/type.go", sum: "b09f1342b80c0de6b22cf8bab2a5ad7c5e67ed1d509d0f11b80c25b2022d5eb2",
		why:   "programs have no blocks.",
		edits: []edit{{"\nfunc descendantLocalVars(", "return localVariableType(p, topBlock, block, idx)\n\t}\n}\n", ""}},
	},
	{
		file: "internal/graphicsdriver/opengl/shader.go", sum: "849363a9d6b3ea3337abb617a67634bdf795704c2d126c05e083d574845a75ab",
		why: "shaders are compiled when the page is built.",
		edits: []edit{
			{"\t\"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl\"\n", "", ""},
			{"vssrc, fssrc := glsl.", "\n", "vssrc, fssrc := s.ir.Vertex, s.ir.Fragment\n"},
		},
	},
	{
		file: "internal/graphicsdriver/opengl/context.go", sum: "453385df5b77b9ac059571f0ab8c5dc17cf22c29b157b05d2371f630c17ed203",
		why: "the version of GLSL is chosen when the page is built.",
		edits: []edit{
			{"\t\"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl\"\n", "", ""},
			{"func (c *context) glslVersion() ", "return glsl.GLSLVersionDefault\n}\n\n", ""},
		},
	},
	{
		file: "internal/builtinshader/shader.go", sum: "932a4a04d35a2bafa2272c9089f963ba5f189d855931af8fc049ead7360f6ebe",
		why: "shaders are asked for by their names.",
		edits: []edit{
			{"import (", ")\n", "import \"fmt\"\n"},
			{"var (\n\tshaders  [", "\n`))\n\n", ""},
			{"\tshadersM.Lock()\n", "\treturn b\n", "\treturn fmt.Appendf(nil, \"filter %d, address %d, colours %t\", filter, address, useColorM)\n"},
			{"var ScreenShaderSource = ", "`)\n", "var ScreenShaderSource = []byte(\"screen\")\n"},
			{"var ClearShaderSource = ", "`)\n", "var ClearShaderSource = []byte(\"clear\")\n"},
		},
	},
	{
		// archive/zip and internal/png are used only to save images for debugging.
		file: "internal/graphicscommand/image_js.go", sum: "cc4b98f57f47ce6ae95cf42ee43337067834ce9f6810437b8a7af4ff69873359",
		why:   "images cannot be saved.",
		edits: []edit{{"import (", "return zip, nil\n}\n", noDumpSource}},
	},
	// The solver's worker runs the same program as the page. It has no document, and does not wait for what is needed only for drawing.
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
		// The memory of whatever is written to an image would be kept.
		file: "internal/graphics/bytes.go", sum: "4b8aa0e58e144b96f82f1196eb7c1a196230bf2795c3a0e417991605b82fd936",
		why: "memory for pixels is kept up to 1 MB, the largest pieces first.",
		edits: []edit{
			{"\tfor len(b.pool) >= 32", "\t\tb.pool = b.pool[1:]\n\t}\n", keptPixelsSource},
			{"\t\ts += len(bs)\n", "", "\t\ts += cap(bs)\n"},
		},
	},
	{
		// The vertices of a whole frame would lie in one piece of memory, and in a larger one each time that there are more of them: 6 MB in three
		// pieces for the vertices of a large race, 2.4 MB. It would be needed again for the next frame's.
		file: "internal/graphicscommand/commandqueue.go", sum: "31aa1bf836abc4ff1fe6a3a79db6c5fe99abec426ddac92c1d9706bca93fac96",
		why: "the vertices of a frame pass through a piece of memory that does not grow.",
		edits: []edit{
			{"func FlushCommands(graphicsDriver graphicsdriver.Graphics, endFrame bool) error {\n", "", rememberDriverSource},
			{"// EnqueueDrawTrianglesCommand enqueues a drawing-image command.\n", "", makeRoomSource},
			{"\tsplit := false\n", "", "\tq.makeRoom(len(vertices))\n\n\tsplit := false\n"},
		},
	},
	{
		// Each part of an image has memory of its own, for as long as one frame: half of what the page would allocate while something moves.
		file: "image.go", sum: "5e8e0bb0a91694648388ff78e513fee6f9d78960c22072d8fa3eea3edc2c0fe0",
		why: "what is drawn passes through memory that all images share.",
		edits: []edit{
			{"\t// tmpVertices must not be reused until", "\ttmpIndices []uint32\n\n", ""},
			{"func (i *Image) ensureTmpVertices(", "\treturn i.tmpIndices[:n]\n}\n", sharedMemorySource},
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
		file: "internal/ui/run.go", sum: "dd14e0ef13252eb103ce76acec54cd9c017e1024b6d4bb545095a9218b269adc",
		why: "a page has one thread.",
		edits: []edit{
			{"\tstdcontext \"context\"\n", "internal/graphicscommand\"\n", ""},
			{"\tif options.SingleThread || ", "\treturn wg.Wait()\n", "\treturn u.runSingleThread(game, options)\n"},
		},
	},
	{
		file: "internal/thread/thread.go", sum: "2a6f931f0b86264a34377efec049079fe5ad3cf3c5db50d23e99348066404926",
		why: "a page has one thread.",
		edits: []edit{
			{"import (", ")\n\n", ""},
			{"\tLoop(ctx context.Context) error\n", "", ""},
			{"type queueItem struct {\n", "func (t *OSThread) CallAsync(f func()) {\n\tt.funcs <- queueItem{f: f, sync: false}\n}\n\n", ""},
			{"// Loop does nothing.\n", "\n}\n\n", ""},
		},
	},
	{
		file: "internal/graphicscommand/thread.go", sum: "a3ba276942f78e0c30ce526563d934be24781b98594be3c5add0460e54ceee9f",
		why: "a page has one thread.",
		edits: []edit{
			{"\t\"context\"\n\n", "", ""},
			{"// SetOSThreadAsRenderThread sets an OS thread", "_ = theRenderThread.Loop(ctx)\n}\n\n", ""},
		},
	},
	{
		// The canvas itself only receives one rectangle of its full size. Multisampling of edges and unread buffers would be useless, and
		// where software draws they cost more than the rest of a frame.
		file: "internal/graphicsdriver/opengl/graphics_js.go", sum: "79673cc1c6a4bc526dae23b7952bf3a8847c2dc31f033f80d40e6cfabbdc2c2a",
		why: "the canvas has colours only, and one sample of them in a pixel.",
		edits: []edit{{"\tattr.Set(\"stencil\", true)\n", "",
			"\tattr.Set(\"stencil\", false)\n\tattr.Set(\"depth\", false)\n\tattr.Set(\"antialias\", false)\n"}},
	},
	{
		// On a screen with several buffers, the picture must be drawn to each of them. A canvas has one buffer, and every drawing costs its
		// full size; each picture replaces the previous one (see DrawFinalScreen in wasm/view).
		file: "internal/ui/context.go", sum: "4d7cfb048616d92258cee81a3cb02b6d10113bc918aa2656102dc633bb7b261f",
		why: "a canvas is presented once, and is not cleared before; the browser says when the next frame is due.",
		edits: []edit{
			{"\t\"time\"\n", "", ""},
			{"\tlastSwapBufferTime  time.Time\n", "", ""},
			{"\tnow := time.Now()\n", "\t}()\n\n", ""},
			{"\tvar waitTime time.Duration\n", "time.Sleep(delta)\n\t\t}\n\t}\n\n", ""},
			{"const maxSkipCount = 4\n", "", "const maxSkipCount = 1\n"},
			{"\tif graphicsDriver.NeedsClearingScreen() {\n", "\t}\n\n", ""},
		},
	},
	{
		// Looking for gamepads in every frame makes the browser poll the system all the time, in a separate thread.
		file: "internal/ui/ui_js.go", sum: "f527728bdececaaf43a1926b593464d84a070ca32512aa84b02c06f74e36dab3",
		// The page itself handles all other input (see www/page/stage/input.ts), and the engine's tables of keys and its dropped files link in a
		// large part of the standard library. The engine's audio loop would wake an idle page ten times a second.
		why: "the program can start where there is no document, handles no input, and plays no sound.",
		edits: []edit{
			{"\t\"time\"\n", "internal/gamepad\"\n", "\n"},
			{"\tlastCaptureExitTime time.Time\n", "", ""},
			{"\t\tu.lastCaptureExitTime = time.Now()\n", "", ""},
			{"\treturn time.Now().Sub(u.lastCaptureExitTime)", "\n", "\treturn true\n"},
			{"\treqStopAudioCh := make(", "\tresStopAudioCh := make(chan struct{})\n", ""},
			{"\t\t\t\tclose(reqStopAudioCh)\n", "\t\t\t\t<-resStopAudioCh\n\n", ""},
			{"\t// Run another loop to watch suspended() as", "\t\t}\n\t}()\n\n", ""},
			{"func (u *UserInterface) setCanvasEventHandlers(v js.Value) {\n", "u.inputState.DroppedFiles = fs\n\t}\n}\n", "func (u *UserInterface) setCanvasEventHandlers(js.Value) {}\n"},
			{"\tif err := gamepad.Update(); err != nil {\n", "\t}\n\n", ""},
			{"var (\n\tdocumentHasFocus = ", ".Call(\"bind\", document)\n)\n", documentSource},
		},
	},
	{
		file: "internal/ui/input_js.go", sum: "31af5b1c603ac999b7f258a1d37b03fd0518007c73ca5c43733e57f978cea37b",
		why:   "the page takes all input.",
		edits: []edit{{"import (", "\t\treturn true\n\t}\n\treturn false\n}\n", noInputSource}},
	},
	{
		file: "internal/ui/input.go", sum: "17ab213b879bbbd7360859f347b99b0c0fb991b003efd0295d0745fecc1dac99",
		why: "no files are dropped.",
		edits: []edit{
			{"\t\"io/fs\"\n", "", ""},
			{"\tDroppedFiles       fs.FS\n", "", ""},
			{"\tdst.DroppedFiles = i.DroppedFiles\n", "", ""},
			{"\ti.DroppedFiles = nil\n", "", ""},
		},
	},
	{
		file: "input.go", sum: "2e1ff096ca4f5c7213283efdfc2ac308745671610c70a59fb34d3b92d25c0f02",
		why: "no files are dropped.",
		edits: []edit{
			{"\t\"io/fs\"\n", "", ""},
			{"\nfunc (i *inputState) droppedFiles() fs.FS {\n", "\n}\n", ""},
		},
	},
	{
		file: "run.go", sum: "a5999b0e4e2dd8ee012c7aca79c7ca8699664ae566e6a3b089d72f0cd4568e40",
		why: "no files are dropped.",
		edits: []edit{
			{"\t\"io/fs\"\n", "", ""},
			{"\n// DroppedFiles returns a virtual file system", "\n}\n", ""},
		},
	},
	{
		// It links in the names of all keys, and the formatting of dates.
		file: "imagedumper.go", sum: "62f50355cb0c4c85b23485d7b9862dc69cc2be1cd9ad70e2d064b6945d928c03",
		why:   "images cannot be saved.",
		edits: []edit{{"import (", "\t\t\treturn err\n\t\t}\n\t}\n\n\treturn nil\n}\n", noDumperSource}},
	},
}

// findShaderSource stands for the compiler of shaders. compiled is in a file that the build adds, see shaders.go.
const findShaderSource = `import (
	"fmt"

	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
)

// named is a shader with its name.
type named struct {
	name    string
	program shaderir.Program
}

// CompileShader returns the shader that was compiled under a name.
func CompileShader(name []byte) (*shaderir.Program, error) {
	for i := range compiled {
		if compiled[i].name == string(name) {
			return &compiled[i].program, nil
		}
	}
	return nil, fmt.Errorf("graphics: no shader is called %s", name)
}
`

// programSource is all of a shader that is needed to draw with it.
const programSource = `type Unit int

const (
	Texels Unit = iota
	Pixels
)

// Program is a shader: its variables, and its texts in GLSL. Used says which of the variables' numbers they read.
type Program struct {
	UniformNames     []string
	Uniforms         []Type
	Unit             Unit
	Used             []uint32
	Vertex, Fragment string
}

// FilterUniformVariables replaces uniform variables with 0 when they are not used.
// By minimizing uniform variables, more commands can be merged in the graphicscommand package.
func (p *Program) FilterUniformVariables(uniforms []uint32) {
	for i, used := range p.Used {
		uniforms[i] *= used
	}
}
`

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

// noInputSource replaces the code that reads keys, the mouse and touches.
const noInputSource = `type touchInClient struct{}

func (u *UserInterface) KeyName(Key) string { return "" }

func (u *UserInterface) saveCursorPosition() {}

func (u *UserInterface) recoverCursorPosition() {}

func (u *UserInterface) updateInputState() error { return nil }
`

// noDumperSource replaces the code that saves images when a key is pressed.
const noDumperSource = `type imageDumper struct{}

func (*imageDumper) update() error { return nil }

func (*imageDumper) dump(*Image, bool) error { return nil }
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

// sharedMemorySource replaces the memory that each image has for what is drawn on it next.
const sharedMemorySource = `// tmpVertices and tmpIndices must not be reused until ui.Image.Draw* is called.
var (
	tmpVertices []float32
	tmpIndices  []uint32
)

func (*Image) ensureTmpVertices(n int) []float32 {
	if cap(tmpVertices) < n {
		tmpVertices = make([]float32, n)
	}
	return tmpVertices[:n]
}

func (*Image) ensureTmpIndices(n int) []uint32 {
	if cap(tmpIndices) < n {
		tmpIndices = make([]uint32, n)
	}
	return tmpIndices[:n]
}
`

// keptPixelsSource limits the memory that is kept for pixels: the smallest piece goes first.
const keptPixelsSource = `	for len(b.pool) > 2 && b.totalSize() > 1<<20 {
		smallest := 0
		for i := range b.pool {
			if cap(b.pool[i]) < cap(b.pool[smallest]) {
				smallest = i
			}
		}
		b.pool = append(b.pool[:smallest], b.pool[smallest+1:]...)
	}
`

// What is drawn in one frame is passed to the driver in parts, as it is before pixels are read in the middle of a frame.
const (
	rememberDriverSource = `func FlushCommands(graphicsDriver graphicsdriver.Graphics, endFrame bool) error {
	theDriver = graphicsDriver
`
	makeRoomSource = `// theDriver is the driver to which commands were passed last.
var theDriver graphicsdriver.Graphics

// mostVertexFloats is how many numbers the vertices of commands may have until these are passed to the driver, unless a single command has more.
const mostVertexFloats = 4096 * graphics.VertexFloatCount

// makeRoom passes the commands to the driver if there is no room for the vertices of another one.
func (q *commandQueue) makeRoom(numVertexFloats int) {
	if q.vertices == nil {
		q.vertices = make([]float32, 0, mostVertexFloats)
	}
	if len(q.vertices) == 0 || len(q.vertices)+numVertexFloats <= mostVertexFloats || theDriver == nil {
		return
	}
	if err := q.flush(theDriver, false, debug.SwitchFrameLogger()); err != nil {
		q.err.Store(err)
	}
}

// EnqueueDrawTrianglesCommand enqueues a drawing-image command.
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
