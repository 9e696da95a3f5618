// Makes every build that `npm test` needs, and prints how many ms that took. It is a process of its own: it runs beside
// the checks that use one processor.
import { ensureBuilt } from './build.mjs';
import { testBuilds } from './testBuilds.mjs';

const start = performance.now();
await ensureBuilt({ quiet: true });
for (const build of testBuilds) await ensureBuilt({ ...build, quiet: true });
console.log(Math.round(performance.now() - start));
