import type { Paper } from '#contracts/examContent.ts';
import type { FilePosition } from '../packTypes.ts';
import type { ProblemList } from '../problems.ts';
import { contentHash } from './canonical.ts';
import { type ExamContent, type SubjectContent, withoutScripts } from './examTypes.ts';

/** What stays as it was after the first start of an exam (exams.md 2.1). */
export const lateChange = ({ file, line }: FilePosition) =>
  `受験が始まった試験の問題文は変えられません(${file}:${line})。正誤表は errata に書いてください`;

type Parts = Map<string, string>;

/** The parts of a paper by kind and id, each with a sum of what it says. */
function partsOf(paper: Paper): Parts {
  const parts: Parts = new Map();
  for (const { questions, ...section } of paper.sections) {
    parts.set(`section:${section.id}`, contentHash([section, questions.map(({ id }) => id)]));
    for (const question of questions) parts.set(`question:${question.id}`, contentHash(question));
  }
  for (const passage of paper.passages) parts.set(`passage:${passage.id}`, contentHash(passage));
  for (const track of paper.tracks) parts.set(`track:${track.id}`, contentHash(track));
  const { name, minutes, points, choices } = paper;
  parts.set('subject', contentHash({ name, minutes, points, choices }));
  return parts;
}

/** The places of a subject that say something else than before, as far as they still exist. */
function changedPlaces(before: Paper, { paper, places }: SubjectContent): FilePosition[] {
  const [old, now] = [partsOf(before), partsOf(withoutScripts(paper))];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (part) => old.get(part) !== now.get(part),
  );
  const subject = places.get('subject');
  const found = changed.flatMap((part) => places.get(part) ?? subject ?? []);
  return [...new Map(found.map((place) => [`${place.file}:${place.line}`, place])).values()];
}

/**
 * Reports every place of an exam that differs from the version that was started. `started`: papers of that version, by
 * subject.
 */
export function reportLateChanges(
  started: ReadonlyMap<string, Paper>,
  exam: ExamContent,
  problems: ProblemList,
): void {
  const before = problems.problems.length;
  const report = (place: FilePosition) => problems.add(place.file, place.line, lateChange(place));
  for (const subject of exam.subjects) {
    const paper = started.get(subject.id);
    if (paper) for (const place of changedPlaces(paper, subject)) report(place);
    else report(subject.places.get('subject') ?? exam.place);
  }
  const isGone = [...started.keys()].some((id) => !exam.subjects.some((subject) => subject.id === id));
  // A changed script is not in the stored papers, so no place of it can be named.
  if (isGone || problems.problems.length === before) report(exam.place);
}
