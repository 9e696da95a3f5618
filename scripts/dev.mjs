// `npm run dev`: the app with hot reload; the server restarts when its sources change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { continueOnProjectNode, projectEnv, projectNode, root } from './setup.mjs';

await continueOnProjectNode(import.meta.url);

const apiPort = process.env.API_PORT ?? '4174';
const run = (args, extra) =>
  spawn(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnv(extra) });

const server = run(
  ['--watch-path=server', '--watch-path=src/contracts', '--watch-preserve-output', 'server/main.ts'],
  {
    PORT: apiPort,
    DATA_DIR: process.env.DATA_DIR ?? join(root, '.data'),
  },
);
const app = run(
  [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', process.env.PORT ?? '4173'],
  {
    API_ORIGIN: `http://localhost:${apiPort}`,
  },
);

const stop = () => {
  server.kill();
  app.kill();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
app.on('exit', (code) => {
  server.kill();
  process.exit(code ?? 0);
});
