// `npm start`: from a fresh clone to a running app, one command (architecture.md 1).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { continueOnProjectNode, endWith, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const { ensureBuilt } = await import('./build.mjs');
const port = process.env.PORT ?? '4173';
// Links for search engines and messengers must be absolute.
const site = process.env.APP_URL || process.env.PUBLIC_URL;
await ensureBuilt({
  quiet: true,
  notice: 'アプリを作っています(1〜2分かかります)…',
  settings: site ? { VITE_SITE_URL: site } : {},
});

const server = spawn(
  projectNode(),
  ['--disable-warning=ExperimentalWarning', join(root, 'server', 'main.ts')],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: projectEnv({ PORT: port, DATA_DIR: process.env.DATA_DIR ?? join(root, '.data') }),
  },
);

/** The server prints `READY {json}` on one line when it answers; all other output is its log. */
function announce(line) {
  const ready = JSON.parse(line.slice('READY '.length));
  console.log(`\n  コノマナビ を開けます:  ${ready.url ?? `http://localhost:${port}`}\n`);
  if (ready.demo?.length) {
    console.log('  体験用アカウント');
    for (const account of ready.demo) {
      console.log(`    ${account.email}  パスワード ${account.password}  (${account.note})`);
    }
    console.log('');
  }
  for (const notice of ready.notices ?? []) console.log(`  ${notice}`);
  console.log('  終了するには Ctrl-C を押してください。');
}

/** Log lines about normal events; `LOG=all` shows them too. */
function isRoutine(line) {
  return process.env.LOG !== 'all' && line.startsWith('{') && line.includes('"level":"info"');
}

let rest = '';
server.stdout.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    if (line.startsWith('READY ')) announce(line);
    else if (!isRoutine(line)) console.log(line);
  }
});

endWith(server);
