import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { tagBytes } from '#contracts/examAttempt.ts';
import { examSubjects, exams, examVersions, type StoredPackFile } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { type PlainPackFile, type SealedPackFile, sealPack } from '../../domain/exam/sealPack.ts';
import type { PackContent } from '../packTypes.ts';
import { contentHash } from './canonical.ts';
import { type ExamAsset, type ExamContent, type SubjectContent, withoutScripts } from './examTypes.ts';

/** The sealed packs of a subject as they are stored (exams.md 3.3). */
export type SealedSubject = {
  pack: StoredPackFile[];
  packKey: string;
  answersPack: StoredPackFile;
  answersKey: string;
};
/** By exam and subject, see `sealedName`. */
export type SealedSubjects = ReadonlyMap<string, SealedSubject>;

export const sealedName = (exam: string, subject: string) => `${exam}/${subject}`;
/** The name by which an exam is found again: two packs may have an exam of one id. */
export const examKey = (pack: string, exam: string) => `${pack}/${exam}`;

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.m4a': 'audio/mp4',
};

async function plainAsset({ name, content }: ExamAsset): Promise<PlainPackFile> {
  const bytes = Buffer.isBuffer(content) ? content : await readFile(content.source);
  return { name, type: types[extname(name)] ?? 'application/octet-stream', bytes };
}

function plainJson(name: string, value: unknown): PlainPackFile {
  return { name, type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) };
}

/** Puts sealed bytes into the media store; each file appears whole or not at all. */
async function store(mediaDir: string, files: readonly SealedPackFile[]): Promise<StoredPackFile[]> {
  for (const { file, bytes } of files) {
    const target = join(mediaDir, file.path);
    await mkdir(dirname(target), { recursive: true });
    const unfinished = join(dirname(target), `.${randomUUID()}`);
    await writeFile(unfinished, bytes);
    await rename(unfinished, target);
  }
  return files.map(({ file }) => file);
}

async function isStored(mediaDir: string, files: readonly StoredPackFile[]): Promise<boolean> {
  for (const { path, bytes, pieces } of files) {
    const size = await stat(join(mediaDir, path)).then(
      (info) => info.size,
      () => -1,
    );
    if (size !== bytes + pieces * tagBytes) return false;
  }
  return files.length > 0;
}

type Stored = Omit<SealedSubject, 'answersPack'> & { answersPack: StoredPackFile | null; answers: unknown };

/** What is already stored of exactly this version of an exam, by subject. */
async function storedOf(deps: Deps, pack: string, exam: ExamContent): Promise<Map<string, Stored>> {
  const rows = await deps.db
    .select({
      key: examSubjects.key,
      pack: examSubjects.pack,
      packKey: examSubjects.packKey,
      answersPack: examSubjects.answersPack,
      answersKey: examSubjects.answersKey,
      answers: examSubjects.answers,
    })
    .from(exams)
    .innerJoin(examVersions, eq(examVersions.examId, exams.id))
    .innerJoin(examSubjects, eq(examSubjects.versionId, examVersions.id))
    .where(and(eq(exams.key, examKey(pack, exam.id)), eq(examVersions.hash, exam.version)));
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

async function sealSubject(
  deps: Deps,
  folder: string,
  subject: SubjectContent,
  known: Stored | undefined,
): Promise<SealedSubject> {
  const { mediaDir } = deps.config;
  const names = { version: subject.paper.version, subject: subject.id, folder };
  const seal = async (files: PlainPackFile[]) => {
    const sealed = sealPack(deps.keys, { ...names, files });
    return { files: await store(mediaDir, sealed.files), sealedKey: sealed.sealedKey };
  };
  const questions =
    known && (await isStored(mediaDir, known.pack))
      ? { files: known.pack, sealedKey: known.packKey }
      : await seal([
          plainJson('paper.json', withoutScripts(subject.paper)),
          ...(await Promise.all(subject.assets.map(plainAsset))),
        ]);
  const isSame =
    known?.answersPack &&
    contentHash(known.answers) === contentHash(subject.answers) &&
    (await isStored(mediaDir, [known.answersPack]));
  const answers =
    known?.answersPack && isSame
      ? { files: [known.answersPack], sealedKey: known.answersKey }
      : await seal([plainJson('answers.json', subject.answers)]);
  const [answersPack] = answers.files;
  if (!answersPack) throw new Error('a pack of keys without a file');
  return {
    pack: questions.files,
    packKey: questions.sealedKey,
    answersPack,
    answersKey: answers.sealedKey,
  };
}

/**
 * Seals the questions and the keys of every subject that is new or changed. Puts them into the media store before
 * anything is written to the tables. What is already stored stays as it is: devices may have loaded it.
 */
export async function sealExams(deps: Deps, { id, examPart }: PackContent): Promise<SealedSubjects> {
  const sealed = new Map<string, SealedSubject>();
  for (const exam of examPart.exams) {
    const stored = await storedOf(deps, id, exam);
    for (const subject of exam.subjects)
      sealed.set(
        sealedName(exam.id, subject.id),
        await sealSubject(deps, `public/${id}/exams`, subject, stored.get(subject.id)),
      );
  }
  return sealed;
}
