import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '../db/migrate.ts';

/**
 * Number of migrations that are never written again: those that existing databases already have, and those with
 * statements written by hand (triggers, rows), which the tool does not know.
 */
const released = 18;

type Journal = { entries: { idx: number; tag: string }[] };

function tagsOf(folder: string): string[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return journal.entries.map((entry) => entry.tag);
}

/** The SQL of the unreleased migrations, to compare. */
function pending(folder: string): string {
  return tagsOf(folder)
    .slice(released)
    .map((tag) => readFileSync(join(folder, `${tag}.sql`), 'utf8'))
    .join('\n');
}

/** Takes the unreleased migrations out of a folder: files, snapshots, and their lines in the journal. */
function keepReleased(folder: string): void {
  const path = join(folder, 'meta', '_journal.json');
  const journal: Journal = JSON.parse(readFileSync(path, 'utf8'));
  for (const { tag } of journal.entries.slice(released)) rmSync(join(folder, `${tag}.sql`), { force: true });
  for (const file of readdirSync(join(folder, 'meta'))) {
    if (file.endsWith('_snapshot.json') && Number(file.slice(0, 4)) >= released) {
      rmSync(join(folder, 'meta', file));
    }
  }
  journal.entries = journal.entries.slice(0, released);
  writeFileSync(path, `${JSON.stringify(journal, null, 2)}\n`);
}

/** The name of the one migration that the next release will bring, without its number; `null`: there is none yet. */
function pendingName(): string | null {
  return tagsOf(migrationsFolder)[released]?.replace(/^\d+_/, '') ?? null;
}

function runTool(name: string): number {
  const require = createRequire(import.meta.url);
  const tool = join(dirname(require.resolve('drizzle-kit')), 'bin.cjs');
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const run = spawnSync(process.execPath, [tool, 'generate', '--name', name], { cwd, stdio: 'inherit' });
  return run.status ?? 1;
}

/**
 * `npm run db -- generate`: writes the changes of server/db/schema since the last release as one further migration.
 * Released migrations stay as they are. The unreleased one is made anew each time: when it changes, development data
 * that already have it must be deleted. An unchanged one keeps its date, by which databases know that they have it.
 * `wanted` names the migration for what it does, such as `orders_payments`; without it the migration keeps its name.
 * Answers the exit code.
 */
export function generateMigration(wanted?: string): number {
  const name = wanted ?? pendingName();
  if (name === null || !/^[a-z][a-z_]*$/.test(name)) {
    process.stderr.write(
      '何をする移行かを名前にしてください(例: npm run db -- generate orders_payments)。\n',
    );
    return 1;
  }
  const before = `${migrationsFolder}.before`;
  rmSync(before, { recursive: true, force: true });
  cpSync(migrationsFolder, before, { recursive: true });
  keepReleased(migrationsFolder);
  const status = runTool(name);
  const isChanged = status === 0 && pending(before) !== pending(migrationsFolder);
  if (!isChanged && existsSync(before)) {
    rmSync(migrationsFolder, { recursive: true, force: true });
    renameSync(before, migrationsFolder);
  } else rmSync(before, { recursive: true, force: true });
  if (status === 0) {
    const words = isChanged
      ? '新しい移行ファイルを作りました。前の版のそれを使った開発用の .data は、消してから起動してください。'
      : 'server/db/migrations はそのままで最新です。';
    process.stdout.write(`${words}\n`);
  }
  return status;
}
