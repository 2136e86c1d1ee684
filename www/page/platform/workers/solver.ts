// The worker in which the solver runs. Its first message is {runtime, module}: the address of Go's JavaScript support and the compiled
// program, which takes all further messages and answers them itself. When the program ends, the worker sends {op: "exit", code, tail}.

import type { Runtime } from '../program';

declare const self: DedicatedWorkerGlobalScope & { Go: new () => Runtime };

// The program links the engine, which looks for a page as soon as it starts, even where it never draws. It gets one in which every property, call
// and object is this one again.
const nothing: object = new Proxy(function () {}, { get: () => nothing, set: () => true, apply: () => nothing, construct: () => nothing });
Object.assign(self, { document: nothing, window: nothing, Document: class { get hidden() { return true; } } });

const kept = 50; // lines
const tail: string[] = [];
const crash = /^(panic|fatal error|runtime): /; // how the first line of a crash begins
let crashed = false;

// Go writes a panic to the console line by line. The report has its first lines, which name the cause, or the last lines before any other end.
for (const level of ['log', 'error'] as const) {
  const write = console[level].bind(console);
  console[level] = (...words: unknown[]) => {
    const line = words.join(' ');
    if (!crashed && crash.test(line)) {
      crashed = true;
      tail.length = 0;
    }
    if (!crashed && tail.length === kept) tail.shift();
    if (tail.length < kept) tail.push(line);
    write(...words);
  };
}

self.onmessage = async ({ data }: MessageEvent<{ runtime: string; module: WebAssembly.Module }>) => {
  let code = -1;
  try {
    importScripts(data.runtime);
    const go = new self.Go();
    go.exit = (c) => { code = c; };
    await go.run(await WebAssembly.instantiate(data.module, go.importObject));
  } catch (error) {
    tail.push(String(error));
  }
  self.postMessage({ op: 'exit', code, tail: tail.join('\n') });
};
