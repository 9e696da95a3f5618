// `npm run chaos -- [--seed N | --seeds 1-50] [--ops 200] [--bug key|clear|lock]`: see tests/chaos/README.md.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { continueOnProjectNode, endWith, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const { ensureBuilt } = await import('./build.mjs');
const { ensureBrowser } = await import('./browser.mjs');
await ensureBuilt({ quiet: true });
if (!ensureBrowser()) process.exit(1);
const args = [
  '--disable-warning=ExperimentalWarning',
  join(root, 'tests', 'chaos', 'cli.ts'),
  ...process.argv.slice(2),
];
endWith(
  spawn(projectNode(), args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: projectEnv(),
  }),
);
