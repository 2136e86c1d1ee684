// A small framework for the tests of the page's own logic, which run in Chromium: see www/e2e/unit_test.go.

/** A Case is a test; it fails by throwing. */
interface Case { name: string; run(): void | Promise<void> }

const cases: Case[] = [];

/** test adds a test. */
export function test(name: string, run: () => void | Promise<void>): void {
  cases.push({ name, run });
}

/** equal checks that two values are the same when written as JSON; the order of fields does not matter. */
export function equal(got: unknown, want: unknown, about = ''): void {
  const sorted = (_: string, value: unknown): unknown => (value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1))) : value);
  const [a, b] = [JSON.stringify(got, sorted), JSON.stringify(want, sorted)];
  if (a !== b) throw new Error(`${about ? `${about}: ` : ''}got ${a}, want ${b}`);
}

/** refuses checks that a promise is rejected with a sentence. */
export async function refuses(promise: Promise<unknown>, sentence: string): Promise<void> {
  const said = await promise.then(() => 'nothing', (error: unknown) => (error as Error).message);
  equal(said, sentence);
}

const patience = 20000; // ms

/** until waits, one task at a time, for a condition. */
export async function until(done: () => boolean): Promise<void> {
  const end = performance.now() + patience;
  while (!done()) {
    if (performance.now() > end) throw new Error('what is awaited did not come');
    await new Promise((resolve) => { setTimeout(resolve); });
  }
}

/** runAll is a promise of the error of each test, '' for none. */
export async function runAll(): Promise<{ name: string; fault: string }[]> {
  const results = [];
  for (const { name, run } of cases) {
    const fault = await Promise.resolve().then(run).then(() => '', (error: unknown) => (error instanceof Error ? error.message : String(error)));
    results.push({ name, fault });
  }
  return results;
}
