// All tests; runTests is called from Go.

import './latest.test';
import './queue.test';
import './shell.test';
import './solver.test';
import './text.test';
import './works.test';
import { runAll } from './test';

declare global {
  interface Window { runTests: typeof runAll }
}

window.runTests = runAll;
