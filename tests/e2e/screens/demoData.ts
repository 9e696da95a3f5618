import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Says that the data is complete. */
const ready = 'demo-data.ready';

/** Whether this process is the first of the run, who prepares the data for all. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Waits until a folder has a file. */
async function appearance(folder: string, name: string): Promise<void> {
  const watcher = watch(folder);
  try {
    await new Promise<void>((resolve) => {
      const look = () => existsSync(join(folder, name)) && resolve();
      watcher.on('change', look);
      look();
    });
  } finally {
    watcher.close();
  }
}

/**
 * Loads the demo once a run, which takes seconds, and copies it for a server that a test worker starts. The media,
 * which no test changes, are shared. `results`: the runner's folder, which it empties at the start of each run, so that
 * nothing old is ever used. Answers the settings of that server.
 */
export async function copyDemoData(
  results: string,
  to: string,
): Promise<{ DATA_DIR: string; MEDIA_DIR: string }> {
  const folder = join(results, 'demo-data');
  const media = join(folder, 'media');
  mkdirSync(results, { recursive: true });
  if (isFirst(folder)) {
    const loader = join(import.meta.dirname, 'loadDemoData.ts');
    const env = { ...process.env, DATA_DIR: folder, MEDIA_DIR: media };
    try {
      await run(process.execPath, ['--disable-warning=ExperimentalWarning', loader], { env });
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
    writeFileSync(join(results, ready), '');
  }
  await appearance(results, ready);
  const isOwn = (path: string) => path !== media && !/\.(lock|sock)$/.test(path);
  cpSync(folder, to, { recursive: true, filter: isOwn });
  return { DATA_DIR: to, MEDIA_DIR: media };
}
