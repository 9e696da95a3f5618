import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { stringify } from 'yaml';
import { mediaLength } from '../mediaLength.ts';
import {
  type ImportedFile,
  type ImportedItem,
  type ImportedPassage,
  type ImportedQuestion,
  slugOf,
} from './item.ts';
import { refusals } from './refusal.ts';

/** Where imported questions go: `folder` of the exam, the id of the subject they become, the unit they get. */
export type Target = { folder: string; subject: string; unit: string };
/** Reads a file of the source; `null`: there is none. */
export type ReadSource = (path: string) => Promise<Buffer | null>;

/** What was written. Paths count from the exam's folder. */
export type Written = { files: string[]; questions: number };

type Content = Map<string, string | Buffer>;

/** A name that is not taken yet. */
function unique(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let n = 2; taken.has(candidate); n += 1) candidate = `${name}-${n}`;
  taken.add(candidate);
  return candidate;
}

/** Where a file lies in the exam: named after the subject, so that the next import leaves it alone. */
const placeOf = (target: string, subject: string) => target.replace('/', `/${subject}-`);

const placed = (figures: ImportedQuestion['figures'], subject: string) =>
  figures &&
  Object.fromEntries(
    Object.entries(figures).map(([id, { file, alt }]) => [id, { file: placeOf(file, subject), alt }]),
  );

function inSubject(item: ImportedItem, subject: string): ImportedItem {
  const { question, passages, tracks } = item;
  const { figures } = question;
  return {
    ...item,
    question: figures ? { ...question, figures: placed(figures, subject) } : question,
    passages: passages.map((passage) => ({ ...passage, figures: placed(passage.figures, subject) })),
    tracks: tracks.map((track) => ({ ...track, target: placeOf(track.target, subject) })),
  };
}

/** Moves items whose files are missing to the refusals; answers the bytes of the other files by their place. */
async function withFiles(
  read: ImportedFile,
  source: ReadSource,
  subject: string,
): Promise<{ items: ImportedItem[]; files: Content }> {
  const files: Content = new Map();
  const items: ImportedItem[] = [];
  for (const item of read.items) {
    const found = await Promise.all(
      item.wanted.map(async (one) => ({ ...one, bytes: await source(one.path) })),
    );
    const missing = found.find(({ bytes }) => bytes === null);
    if (missing) {
      const { file, identifier } = item;
      read.refusals.push({ file, identifier, line: missing.line, message: refusals.missing(missing.href) });
      continue;
    }
    for (const { target, bytes } of found) if (bytes) files.set(placeOf(target, subject), bytes);
    items.push(inSubject(item, subject));
  }
  return { items, files };
}

function passageText({ title, text, figures = {} }: ImportedPassage): string {
  const front = stringify({
    kind: 'text',
    ...(title === '' ? {} : { title: title.slice(0, 100) }),
    ...(Object.keys(figures).length > 0 ? { figures } : {}),
  });
  return `---\n${front}---\n${text === '' ? '要記入' : text}\n`;
}

/** Points of a group as the check of the pack counts them. */
function pointsOf(group: Record<string, unknown>): number {
  const rubric = (group.rubric ?? []) as { points: number }[];
  if (rubric.length > 0) return rubric.reduce((sum, { points }) => sum + points, 0);
  const slots = Array.isArray(group.each) ? group.each.length : 1;
  return Number(group.points ?? 0) * slots;
}

async function tracksOf(items: readonly ImportedItem[], folder: string) {
  const tracks = new Map(items.flatMap((item) => item.tracks.map((track) => [track.target, track] as const)));
  return Promise.all(
    [...tracks.values()].map(async ({ id, name, target }) => ({
      ...{ id, name: name.slice(0, 40), file: target },
      duration_sec: Math.max(
        1,
        Math.round((await mediaLength(join(folder, target), 'audio').catch(() => null)) ?? 1),
      ),
      plays: 1,
      script: '要記入',
    })),
  );
}

/** The subject as its YAML says it, without tracks; fills `files` with passages. */
function subjectOf(items: readonly ImportedItem[], target: Target, files: Content) {
  const taken = new Set<string>();
  const named = new Map<string, string>();
  const names = new Set<string>();
  const sections = new Map<string, Record<string, unknown>[]>();
  let sum = 0;
  for (const { question, section, passages } of items) {
    const paths = passages.map((passage) => {
      // Two passages may have the same name: 「説明」 of two categories.
      const text = passageText(passage);
      const whole = `${passage.name}\n${text}`;
      const known = named.get(whole);
      if (known) return known;
      const path = `passages/${unique(slugOf(`${target.subject}-${passage.name}`, 'p'), names)}.md`;
      named.set(whole, path);
      files.set(path, text);
      return path;
    });
    const score = question.score as Record<string, unknown>[];
    sum += score.reduce((all, group) => all + pointsOf(group), 0);
    const { id, body, ...rest } = question;
    sections.set(section, [
      ...(sections.get(section) ?? []),
      {
        id: unique(slugOf(id, 'q'), taken),
        unit: target.unit,
        ...(paths.length > 0 ? { passage: paths } : {}),
        body,
        ...rest,
        score: score.length === 1 ? score[0] : score,
      },
    ]);
  }
  return {
    name: target.subject,
    minutes: 60,
    points: sum,
    sections: [...sections].map(([name, questions], at) => ({
      id: `s${at + 1}`,
      name: name.slice(0, 40),
      questions,
    })),
  };
}

/**
 * Writes what was read as files of an exam: a subject of its own, with passages and media beside it. An item whose file
 * is missing joins the refusals. When no item is left, nothing is written.
 */
export async function writeQuestions(
  read: ImportedFile,
  source: ReadSource,
  target: Target,
): Promise<Written> {
  const { items, files } = await withFiles(read, source, target.subject);
  if (items.length === 0) return { files: [], questions: 0 };
  const subject = subjectOf(items, target, files);
  for (const [path, content] of files) await put(target.folder, path, content);
  const tracks = await tracksOf(items, target.folder);
  const file = `subjects/${target.subject}.yaml`;
  const { sections, ...head } = subject;
  const whole = { ...head, ...(tracks.length > 0 ? { tracks } : {}), sections };
  await put(target.folder, file, stringify(whole, { lineWidth: 0 }));
  return { files: [file, ...files.keys()], questions: items.length };
}

async function put(folder: string, path: string, content: string | Buffer): Promise<void> {
  const place = join(folder, path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, content);
}

/** A subject's id that the exam does not have yet. */
export async function freeSubject(folder: string, wanted: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    const isTaken = await stat(join(folder, `subjects/${name}.yaml`)).then(
      () => true,
      () => false,
    );
    if (!isTaken) return name;
  }
}

/** The name of a file without its folder and ending. */
export const stemOf = (file: string) =>
  slugOf(
    file
      .split('/')
      .at(-1)
      ?.slice(0, -extname(file).length || undefined) ?? '',
    'imported',
  );
