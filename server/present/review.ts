import type { z } from 'zod/mini';
import type { reviewCardSchema, reviewLogSchema } from '#contracts/review.ts';
import type { Db } from '../db/client.ts';
import type { ExamSubjectRow } from '../db/schema/exam.ts';
import type { ReviewCardRow, ReviewLogRow } from '../db/schema/review.ts';
import type { Deps } from '../deps.ts';
import {
  type CardLesson,
  lessonsByKey,
  type Named,
  namedSubjects,
  readersAmong,
} from '../domain/review/load.ts';
import { signedQuery } from '../media/sign.ts';

/** A card without what it came from (reviewSources.ts). */
type CardBody = Omit<z.input<typeof reviewCardSchema>, 'exam_id' | 'subject_id' | 'attempts'>;

/** The path in the signed address of a picture or a sound of a card. */
export const reviewFilePath = (subjectId: number, name: string) => `review/${subjectId}/${name}`;

/** The address of a picture or a sound of a subject, valid for an hour or two. */
export function reviewFileAddress(deps: Deps, subjectId: number, name: string): string {
  const query = signedQuery(deps, reviewFilePath(subjectId, name), deps.clock.now());
  return `${deps.config.publicUrl}/api/lms/review/file/${subjectId}/${encodeURIComponent(name)}/?${query}`;
}

/** Files of a pack that are named in these texts, each with its address. */
function filesIn(deps: Deps, subject: ExamSubjectRow, texts: readonly string[]) {
  return subject.pack
    .filter(({ name }) => name !== 'paper.json' && texts.some((text) => text.includes(name)))
    .map(({ name }) => ({ name, url: reviewFileAddress(deps, subject.id, name) }));
}

/** What is heard for a question, with its words. `reads`: the learner reads instead of listening. */
function trackOf({ layout, answers }: ExamSubjectRow, id: string | null, reads: boolean): CardBody['track'] {
  const track = layout.tracks.find((one) => one.id === id);
  if (!track) return null;
  const told = answers.tracks.find((one) => one.id === id);
  const { name, file } = track;
  return { name, file, script: told?.script ?? '', translation: told?.translation ?? '', is_read: reads };
}

function presentCard(
  deps: Deps,
  row: ReviewCardRow,
  { subject, exam }: Named,
  { names, readers }: { names: ReadonlyMap<string, CardLesson>; readers: ReadonlySet<number> },
): CardBody[] {
  const section = subject.layout.sections.find(({ questions }) =>
    questions.some(({ id }) => id === row.question),
  );
  const question = section?.questions.find(({ id }) => id === row.question);
  if (!section || !question) return [];
  const passage = subject.layout.passages.find(({ id }) => id === question.passage) ?? null;
  const told = subject.answers.questions.find(({ id }) => id === row.question);
  const slots =
    question.groups.find(({ id }) => id === row.group)?.slots ?? question.slots.map(({ id }) => id);
  const track = trackOf(subject, question.track, readers.has(row.userId));
  const lesson = (told?.lessons ?? []).flatMap((key) => names.get(key) ?? [])[0];
  return [
    {
      id: row.id,
      source: row.source,
      exam,
      subject: subject.name,
      unit: subject.layout.units.find(({ id }) => id === question.unit)?.name ?? question.unit,
      reason: row.reason,
      lead: section.html,
      question,
      passage,
      track,
      slots,
      keys: told?.keys ?? {},
      why: told?.why ?? '',
      files: filesIn(deps, subject, [
        section.html,
        question.html,
        ...question.slots.flatMap(({ options }) => options.map(({ html }) => html)),
        passage?.html ?? '',
        passage?.figure?.file ?? '',
        track?.file ?? '',
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

/** Cards with everything that a device needs to ask them offline. */
export async function presentCards(db: Db, deps: Deps, rows: readonly ReviewCardRow[]): Promise<CardBody[]> {
  if (rows.length === 0) return [];
  const found = await namedSubjects(db, [...new Set(rows.map(({ subjectId }) => subjectId))]);
  const names = await lessonsByKey(
    db,
    found.flatMap(({ subject }) => subject.answers.questions.flatMap((question) => question.lessons)),
  );
  const readers = await readersAmong(db, [...new Set(rows.map(({ userId }) => userId))]);
  return rows.flatMap((row) => {
    const named = found.find(({ subject }) => subject.id === row.subjectId);
    return named ? presentCard(deps, row, named, { names, readers }) : [];
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
