import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { reviewCardSchema, reviewLogSchema } from '#contracts/review.ts';
import type { Db } from '../db/client.ts';
import { lessons } from '../db/schema/catalog.ts';
import { type ExamSubjectRow, examSubjects, exams } from '../db/schema/exam.ts';
import type { ReviewCardRow, ReviewLogRow } from '../db/schema/review.ts';
import type { Deps } from '../deps.ts';
import { signedQuery } from '../media/sign.ts';

type CardBody = z.input<typeof reviewCardSchema>;

/** The path in the signed address of a review picture. */
export const reviewFilePath = (subjectId: number, name: string) => `review/${subjectId}/${name}`;

/** Files of a pack that a text names, each with an address that is valid for an hour or two. */
function filesIn(deps: Deps, subject: ExamSubjectRow, texts: readonly string[]) {
  const now = deps.clock.now();
  return subject.pack
    .filter(({ name }) => name !== 'paper.json' && texts.some((text) => text.includes(name)))
    .map(({ name }) => ({
      name,
      url: `${deps.config.publicUrl}/api/lms/review/file/${subject.id}/${encodeURIComponent(name)}/?${signedQuery(deps, reviewFilePath(subject.id, name), now)}`,
    }));
}

type Named = { subject: ExamSubjectRow; exam: string };

function presentCard(
  deps: Deps,
  row: ReviewCardRow,
  { subject, exam }: Named,
  names: ReadonlyMap<string, Lesson>,
): CardBody[] {
  const question = subject.layout.sections
    .flatMap(({ questions }) => questions)
    .find(({ id }) => id === row.question);
  if (!question) return [];
  const passage = subject.layout.passages.find(({ id }) => id === question.passage) ?? null;
  const told = subject.answers.questions.find(({ id }) => id === row.question);
  const slots =
    question.groups.find(({ id }) => id === row.group)?.slots ?? question.slots.map(({ id }) => id);
  const lesson = (told?.lessons ?? []).flatMap((key) => names.get(key) ?? [])[0];
  return [
    {
      id: row.id,
      source: row.source,
      exam,
      subject: subject.name,
      unit: subject.layout.units.find(({ id }) => id === question.unit)?.name ?? question.unit,
      reason: row.reason,
      question,
      passage,
      slots,
      keys: told?.keys ?? {},
      why: told?.why ?? '',
      files: filesIn(deps, subject, [
        question.html,
        passage?.html ?? '',
        passage?.figure?.file ?? '',
        told?.why ?? '',
      ]),
      lesson: lesson?.id ?? null,
      lesson_name: lesson?.name ?? '',
      lesson_course: lesson?.course ?? null,
      created: row.created.toISOString(),
      is_suspended: row.isSuspended,
      is_withdrawn: row.withdrawn !== null,
    },
  ];
}

type Lesson = { id: number; name: string; course: number };

async function lessonNames(db: Db, subjects: readonly ExamSubjectRow[]): Promise<Map<string, Lesson>> {
  const keys = new Set(
    subjects.flatMap(({ answers }) => answers.questions.flatMap((question) => question.lessons)),
  );
  if (keys.size === 0) return new Map();
  const rows = await db
    .select({ key: lessons.key, id: lessons.id, name: lessons.name, course: lessons.courseId })
    .from(lessons)
    .where(inArray(lessons.key, [...keys]));
  return new Map(rows.map(({ key, ...lesson }) => [key, lesson]));
}

/** Cards with everything that a device needs to ask them offline. */
export async function presentCards(db: Db, deps: Deps, rows: readonly ReviewCardRow[]): Promise<CardBody[]> {
  if (rows.length === 0) return [];
  const found = await db
    .select({ subject: examSubjects, exam: exams.name })
    .from(examSubjects)
    .innerJoin(exams, eq(exams.id, examSubjects.examId))
    .where(inArray(examSubjects.id, [...new Set(rows.map(({ subjectId }) => subjectId))]));
  const names = await lessonNames(
    db,
    found.map(({ subject }) => subject),
  );
  return rows.flatMap((row) => {
    const named = found.find(({ subject }) => subject.id === row.subjectId);
    return named ? presentCard(deps, row, named, names) : [];
  });
}

/** A review as it was stored. */
export function presentLog(row: ReviewLogRow): z.input<typeof reviewLogSchema> {
  return {
    id: row.id,
    card: row.cardId,
    rating: row.rating,
    reviewed_at: row.reviewedAt.toISOString(),
    device: row.device,
    params: row.params,
    undoes: row.undoes,
  };
}
