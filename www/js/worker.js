// The worker in which the solver runs. Its first message is {runtime, module}: the address of Go's JavaScript support and the compiled
// program. From then on messages go to the program, which answers by itself. When the program ends, {op: "exit", code, tail} says so.

const kept = 50;
const tail = [];

// Go writes a panic to the console, line by line; the last lines go into the report.
for (const level of ['log', 'error']) {
  const write = console[level].bind(console);
  console[level] = (...words) => {
    tail.push(words.join(' '));
    if (tail.length > kept) tail.shift();
    write(...words);
  };
}

self.onmessage = async ({ data }) => {
  let code = -1;
  try {
    importScripts(data.runtime);
    const go = new self.Go();
    go.env = { GOGC: '300', GOMEMLIMIT: '256MiB' };
    go.exit = (c) => { code = c; };
    self.onmessage = (event) => self.conelabReceive(event.data);
    await go.run(await WebAssembly.instantiate(data.module, go.importObject));
  } catch (error) {
    tail.push(String(error));
  }
  self.postMessage({ op: 'exit', code, tail: tail.join('\n') });
};
