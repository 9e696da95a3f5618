// `npm run build | content | db | exam | money`: the operator's commands; they work on a fresh clone too.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { continueOnProjectNode, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const [command, ...args] = process.argv.slice(2);
const entries = {
  content: 'server/content/cli.ts',
  db: 'server/cli/db.ts',
  exam: 'server/cli/exam.ts',
  money: 'server/cli/money.ts',
};

if (command === 'build') {
  const { ensureBuilt } = await import('./build.mjs');
  const built = await ensureBuilt();
  console.log(built ? 'dist/ にビルドしました。' : 'dist/ は最新です。');
} else if (command in entries) {
  const result = spawnSync(
    projectNode(),
    ['--disable-warning=ExperimentalWarning', join(root, entries[command]), ...args],
    {
      cwd: process.env.INIT_CWD ?? root,
      stdio: 'inherit',
      env: projectEnv({ DATA_DIR: process.env.DATA_DIR ?? join(root, '.data') }),
    },
  );
  process.exit(result.status ?? 1);
} else {
  console.error(`使えるコマンド: build, ${Object.keys(entries).join(', ')}`);
  process.exit(2);
}
