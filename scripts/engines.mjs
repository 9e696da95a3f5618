// `npm run test:engines`: the scenarios of tests/engines in Chromium, Firefox and WebKit, on a fresh clone too.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { continueOnProjectNode, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const { ensureBuilt } = await import('./build.mjs');
const { ensureEngines } = await import('./browser.mjs');
const { testBuilds } = await import('./testBuilds.mjs');

if (!ensureEngines()) process.exit(1);
await ensureBuilt({ quiet: true });
const probe = testBuilds.find(({ outDir }) => outDir === 'dist-probe');
if (probe) await ensureBuilt({ ...probe, quiet: true });

const runner = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const config = join('tests', 'engines', 'playwright.config.ts');
const result = spawnSync(projectNode(), [runner, 'test', '-c', config, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: projectEnv(),
});
process.exit(result.status ?? 1);
