// All tests; runTests is called from Go.

import './arrangement.test';
import './parts.test';
import './block.test';
import './course.test';
import './format.test';
import './link.test';
import './queue.test';
import './scenes.test';
import './settings.test';
import './solver.test';
import './works.test';
import { runAll } from './test';

declare global {
  interface Window { runTests: typeof runAll }
}

window.runTests = runAll;
