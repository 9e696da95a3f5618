import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '../db/migrate.ts';

type Journal = { entries: { idx: number; tag: string }[] };

function tagsOf(folder: string): string[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return journal.entries.map((entry) => entry.tag);
}

/**
 * The migrations that are never written again: those that are committed. Databases may have them, and they may hold
 * statements written by hand (triggers, rows), which the tool does not know. Numbers do not tell, because they have
 * gaps. Where git cannot say what is committed, every migration counts as such.
 */
function committedTags(folder: string): Set<string> {
  const shown = spawnSync('git', ['show', 'HEAD:./meta/_journal.json'], { cwd: folder, encoding: 'utf8' });
  if (shown.status !== 0) return new Set(tagsOf(folder));
  const journal: Journal = JSON.parse(shown.stdout);
  return new Set(journal.entries.map((entry) => entry.tag));
}

/** The SQL of the migrations that are not committed, to compare. */
function pending(folder: string, committed: Set<string>): string {
  return tagsOf(folder)
    .filter((tag) => !committed.has(tag))
    .map((tag) => readFileSync(join(folder, `${tag}.sql`), 'utf8'))
    .join('\n');
}

/** File of the snapshot that belongs to a migration: it has the number of its name. */
function snapshotOf(tag: string): string {
  return `${tag.split('_')[0]}_snapshot.json`;
}

/** Takes the migrations that are not committed out of a folder: files, snapshots, and their lines in the journal. */
function keepCommitted(folder: string, committed: Set<string>): void {
  const path = join(folder, 'meta', '_journal.json');
  const journal: Journal = JSON.parse(readFileSync(path, 'utf8'));
  const kept = journal.entries.filter(({ tag }) => committed.has(tag));
  if (kept.length === journal.entries.length) return;
  for (const { tag } of journal.entries) {
    if (!committed.has(tag)) rmSync(join(folder, `${tag}.sql`), { force: true });
  }
  const snapshots = new Set(kept.map(({ tag }) => snapshotOf(tag)));
  for (const file of readdirSync(join(folder, 'meta'))) {
    if (file.endsWith('_snapshot.json') && !snapshots.has(file)) rmSync(join(folder, 'meta', file));
  }
  writeFileSync(path, `${JSON.stringify({ ...journal, entries: kept }, null, 2)}\n`);
}

/** The name of the migration that is not committed yet, without its number; `null`: there is none. */
function pendingName(folder: string, committed: Set<string>): string | null {
  const tag = tagsOf(folder).find((one) => !committed.has(one));
  return tag?.replace(/^\d+_/, '') ?? null;
}

function runTool(name: string, folder: string, stdio: 'inherit' | 'ignore'): number {
  const require = createRequire(import.meta.url);
  const tool = join(dirname(require.resolve('drizzle-kit')), 'bin.cjs');
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  // The tool reads its own files relative to where it runs, so an absolute path would not do.
  const where = [
    '--dialect=postgresql',
    '--schema=./server/db/schema/*.ts',
    `--out=./${relative(cwd, folder)}`,
  ];
  const run = spawnSync(process.execPath, [tool, 'generate', '--name', name, ...where], { cwd, stdio });
  return run.status ?? 1;
}

/**
 * `npm run db -- generate`: writes the changes of server/db/schema since the last commit as one further migration.
 * Committed migrations stay as they are. One that is not committed is made anew each time, without what was written
 * into it by hand: when it changes, development data that already have it must be deleted. An unchanged one keeps its
 * date, by which databases know that they have it. `wanted` names the migration for what it does, such as
 * `orders_payments`; without it the migration keeps its name. `stdio`: where the tool writes and asks. Answers the exit
 * code.
 */
export function generateMigration(
  wanted?: string,
  folder = migrationsFolder,
  stdio: 'inherit' | 'ignore' = 'inherit',
): number {
  const committed = committedTags(folder);
  const name = wanted ?? pendingName(folder, committed);
  if (name === null || !/^[a-z][a-z_]*$/.test(name)) {
    process.stderr.write(
      '何をする移行かを名前にしてください(例: npm run db -- generate orders_payments)。\n',
    );
    return 1;
  }
  const before = `${folder}.before`;
  rmSync(before, { recursive: true, force: true });
  cpSync(folder, before, { recursive: true });
  keepCommitted(folder, committed);
  const status = runTool(name, folder, stdio);
  const isChanged = status === 0 && pending(before, committed) !== pending(folder, committed);
  if (!isChanged && existsSync(before)) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(before, folder);
  } else rmSync(before, { recursive: true, force: true });
  if (status === 0) {
    const done = pendingName(folder, committed)
      ? '新しい移行ファイルを作りました。'
      : '要らなくなった移行ファイルを消しました。';
    const words = isChanged
      ? `${done}前の版のそれを使った開発用の .data は、消してから起動してください。`
      : 'server/db/migrations はそのままで最新です。';
    process.stdout.write(`${words}\n`);
  }
  return status;
}
