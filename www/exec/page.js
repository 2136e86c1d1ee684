// Runs program.wasm: what it writes goes to the console as it is, and at the end its exit code. There are no files: every path is
// reported as missing.

const decoder = new TextDecoder();
const missing = (...args) => args.at(-1)(Object.assign(new Error('no such file'), { code: 'ENOENT' }));
Object.assign(globalThis.fs.constants, { O_DIRECTORY: 0x10000 });
Object.assign(globalThis.fs, {
  open: missing,
  stat: missing,
  lstat: missing,
  writeSync(_, bytes) {
    console.log(decoder.decode(bytes, { stream: true }));
    return bytes.length;
  },
});

const go = new globalThis.Go();
let code = 0;
Object.assign(go, await (await fetch('start.json')).json());
go.exit = (c) => { code = c; };
const { instance } = await WebAssembly.instantiateStreaming(fetch('program.wasm'), go.importObject);
await go.run(instance);
console.log(`\0exit ${code}`);
