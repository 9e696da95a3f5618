// `npm run bench [-- --runs N] [-- --only sizes,starts,repeats,today,newDevice,library,members,worker,scroll,download,outbox,memory,server,class,exam,examRoom,money,lighthouse]`: measures, never judges.
// `--pages /course/1,/mypage,/mypage/lecture/:id` chooses pages of the rows of starts, as they stand in bench/pages.ts.
// `--only examLoad [--load start,save,saveAll,submit,result,regrade]` takes minutes: only when it is named.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { continueOnProjectNode, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const { ensureBuilt } = await import('./build.mjs');
const { ensureBrowser } = await import('./browser.mjs');
// The rows `exam`, `examLoad` and `money` ask the server alone.
if (!/--only (exam|examLoad|money)(?![\w,])/.test(process.argv.join(' '))) {
  await ensureBuilt({ quiet: true });
  if (!ensureBrowser()) process.exit(1);
}
const args = [
  '--disable-warning=ExperimentalWarning',
  join(root, 'bench', 'main.ts'),
  ...process.argv.slice(2),
];
const result = spawnSync(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnv() });
process.exit(result.status ?? 1);
