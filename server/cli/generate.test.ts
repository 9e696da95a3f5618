import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { migrationsFolder } from '../db/migrate.ts';
import { generateMigration } from './generate.ts';

type Journal = { entries: { idx: number; when: number; tag: string }[] };

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));

/** Every file of a folder with what is in it. */
function contentOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const files = entries.map((one) => join(one.parentPath, one.name)).sort();
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** The migrations of the project in a repository of their own, all committed. */
function committedMigrations(): string {
  const repository = mkdtempSync(join(tmpdir(), 'konomanavi-generate-'));
  onTestFinished(() => rmSync(repository, { recursive: true, force: true }));
  const folder = join(repository, 'migrations');
  cpSync(migrationsFolder, folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.jp', ...args], {
      cwd: repository,
    });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'commit.gpgsign=false', 'commit', '-q', '--no-verify', '-m', 'all');
  return folder;
}

/** Puts a migration that is not committed on top, as the tool writes it. */
function addPending(folder: string): void {
  const journal = journalOf(folder);
  const last = journal.entries.at(-1);
  const entry = { ...last, idx: Number(last?.idx) + 1, when: Number(last?.when) + 1 };
  const number = String(entry.idx).padStart(4, '0');
  const snapshot = JSON.parse(
    readFileSync(join(folder, 'meta', `${last?.tag.slice(0, 4)}_snapshot.json`), 'utf8'),
  );
  const next = { ...snapshot, id: '00000000-0000-4000-8000-000000000000', prevId: snapshot.id };
  writeFileSync(join(folder, 'meta', `${number}_snapshot.json`), JSON.stringify(next));
  writeFileSync(join(folder, `${number}_thrown_away.sql`), 'SELECT 1;');
  const entries = [...journal.entries, { ...entry, tag: `${number}_thrown_away` }];
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
}

// What databases have is known by the text of each migration and by its date, and some of the text is written by hand.
it('keeps every committed migration and makes only the others anew; the tables have no change without one', () => {
  const folder = committedMigrations();
  const committed = contentOf(folder);
  addPending(folder);
  expect(contentOf(folder).size).toBe(committed.size + 2);
  expect(generateMigration('what_it_does', folder, 'ignore')).toBe(0);
  const left = contentOf(folder);
  expect([...left.keys()]).toEqual([...committed.keys()]);
  const isJournal = (file: string) => file.endsWith('_journal.json');
  expect([...left].filter(([file]) => !isJournal(file))).toEqual(
    [...committed].filter(([file]) => !isJournal(file)),
  );
  expect(journalOf(folder)).toEqual(journalOf(migrationsFolder));
});

it('has each migration once, in the order of their dates: a database skips what is older than its last one', () => {
  const { entries } = journalOf(migrationsFolder);
  const dates = entries.map(({ when }) => when);
  expect(dates).toEqual([...new Set(dates)].sort((a, b) => a - b));
  const written = readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql'));
  expect(written.sort()).toEqual(entries.map(({ tag }) => `${tag}.sql`));
  const snapshots = readdirSync(join(migrationsFolder, 'meta')).filter((file) => !file.startsWith('_'));
  expect(snapshots.sort()).toEqual(entries.map(({ tag }) => `${tag.slice(0, 4)}_snapshot.json`));
});
