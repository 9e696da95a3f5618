import { sql } from 'drizzle-orm';
import { queryRows, type Tx } from '../db/client.ts';
import { lockForImport } from '../db/importLock.ts';
import { packs } from '../db/schema/catalog.ts';
import type { Deps } from '../deps.ts';
import { copyMedia } from './copyMedia.ts';
import { type SealedSubjects, sealExams } from './exam/sealExams.ts';
import { type ExamChanges, examMedia, writeExams } from './exam/writeExams.ts';
import { writeSchools } from './exam/writeSchools.ts';
import { fingerprintOf } from './fingerprint.ts';
import { assertOwnKeys } from './foreignKeys.ts';
import { filesOf, lessonsOf, type PackContent } from './packTypes.ts';
import { linesOf } from './problems.ts';
import { readPack } from './readPack.ts';
import { removeUnused } from './removeUnused.ts';
import { assertNothingVanishes } from './vanishing.ts';
import { type Gone, removeVanished } from './withdraw.ts';
import { writeCourses, writeNotices, writeTeachers } from './writeCourses.ts';
import { writeEntryExam } from './writeEntryExam.ts';
import { writeBoards, writeLessons, writeTextbooks } from './writeLessons.ts';
import { removePages, writeFaq, writePages, writeSeller } from './writePages.ts';
import { writeShop } from './writeShop.ts';
import { removeSite, writeCampaigns, writeSuccess } from './writeSite.ts';

/** What an import brought. */
export type ImportSummary = Gone &
  ExamChanges & {
    pack: string;
    name: string;
    courses: number;
    lessons: number;
    videos: number;
    files: number;
    copied: number;
    pages: number;
    questions: number;
    stories: number;
    campaigns: number;
    /** Questions of the entry exam. */
    examQuestions: number;
    bundles: number;
    plans: number;
    coupons: number;
    isSample: boolean;
    exams: number;
    /** Questions of all exams but the entry exam. */
    mockQuestions: number;
    borders: number;
    /** `file:line: message` of what is worth a look. */
    warnings: string[];
  };

type Pass = {
  fingerprint: string;
  now: Date;
  mayDelete: boolean;
  mayRegrade: boolean;
  sealed: SealedSubjects;
};

async function writePack(
  tx: Tx,
  pack: PackContent,
  { fingerprint, now, mayDelete, mayRegrade, sealed }: Pass,
): Promise<Gone & ExamChanges> {
  await lockForImport(tx);
  await assertOwnKeys(tx, pack);
  if (!mayDelete) await assertNothingVanishes(tx, pack);
  const head = {
    name: pack.name,
    license: pack.license,
    credits: pack.credits,
    fingerprint,
    imported: now,
  };
  await tx
    .insert(packs)
    .values({ key: pack.id, ...head })
    .onConflictDoUpdate({ target: packs.key, set: head });
  await writeTeachers(tx, pack);
  await writeNotices(tx, pack, now);
  await writePages(tx, pack);
  await writeSeller(tx, pack);
  await writeFaq(tx, pack);
  await writeSuccess(tx, pack);
  await writeCampaigns(tx, pack, now);
  await writeEntryExam(tx, pack, now);
  const ids = await writeCourses(tx, pack, now);
  const lessonIds = await writeLessons(tx, pack, ids, now);
  await writeBoards(tx, pack, ids.courseIds, lessonIds);
  await writeTextbooks(tx, pack, ids.courseIds);
  await writeShop(tx, pack, ids.courseIds, now);
  await writeSchools(tx, pack);
  const exams = await writeExams(tx, pack, { sealed, now, mayRegrade });
  await removePages(tx, pack, now);
  await removeSite(tx, pack);
  return { ...exams, ...(await removeVanished(tx, pack, ids.courseIds, now)) };
}

/**
 * Media of courses that vanished from the pack but stay with their owners. Samples are not kept: they are for buyers.
 */
async function keptMedia(deps: Deps, pack: PackContent): Promise<string[]> {
  const rows = await queryRows<{ path: string | null }>(
    deps.db,
    sql`with kept as (select id, thumbnail from courses where pack = ${pack.id} and withdrawn is not null),
             lesson as (select id, video, audio, poster from lessons where course_id in (select id from kept))
        select thumbnail as path from kept
        union select unnest(array[video, audio, poster]) from lesson
        union select path from captions where lesson_id in (select id from lesson)
        union select path from boards where lesson_id in (select id from lesson)
        union select f.path from textbook_files f join textbook_bundles b on b.id = f.bundle_id
              where b.course_id in (select id from kept)`,
  );
  return rows.flatMap((row) => row.path ?? []);
}

/**
 * Imports a content pack from a folder: all of it in one transaction, or nothing. Importing again changes only what
 * changed, and keeps every id.
 *
 * Throws `PackRefusedError` with every problem of the pack. Throws `VanishingError` when the pack no longer has a
 * course, lesson or textbook, unless `mayDelete`. Throws `RegradeWantedError` when answers would be marked again by
 * another key, unless `mayRegrade`.
 */
export async function importPack(
  deps: Deps,
  root: string,
  { mayDelete = false, mayRegrade = false }: { mayDelete?: boolean; mayRegrade?: boolean } = {},
): Promise<ImportSummary> {
  const fingerprint = await fingerprintOf(root);
  const pack = await readPack(root);
  const files = filesOf(pack);
  const copied = await copyMedia(deps.config.mediaDir, files);
  const sealed = await sealExams(deps, pack);
  const now = new Date(deps.clock.now());
  const pass = { fingerprint, now, mayDelete, mayRegrade, sealed };
  const gone = await deps.db.transaction((tx) => writePack(tx, pack, pass));
  const used = new Set([
    ...files.map((file) => file.target),
    ...(await keptMedia(deps, pack)),
    ...(await examMedia(deps.db, pack.id)),
  ]);
  await removeUnused(deps.config.mediaDir, pack.id, used, now.getTime());
  const lessons = lessonsOf(pack);
  return {
    ...gone,
    pack: pack.id,
    name: pack.name,
    courses: pack.courses.length,
    lessons: lessons.length,
    videos: lessons.filter((lesson) => lesson.video).length,
    files: files.length,
    copied,
    pages: pack.pages.length,
    questions: pack.faq.length,
    stories: pack.success.reduce((sum, { stories }) => sum + stories.length, 0),
    campaigns: pack.campaigns.length,
    examQuestions: pack.entryExam?.subjects.flatMap(({ questions }) => questions).length ?? 0,
    bundles: pack.bundles.length,
    plans: pack.plans.length,
    coupons: pack.coupons.length,
    isSample: pack.isSample,
    exams: pack.examPart.exams.length,
    mockQuestions: pack.examPart.exams
      .flatMap(({ subjects }) => subjects)
      .reduce((sum, { answers }) => sum + answers.questions.length, 0),
    borders: pack.examPart.borders.length,
    warnings: linesOf(pack.warnings),
  };
}
