import type { ExamRow } from '../../db/schema/exam.ts';

type Switched = Pick<ExamRow, 'marksOpen' | 'keysOpen' | 'examUntil'>;

/** How long before `exam_from` packs can be loaded, milliseconds. */
const packAheadMs = 86_400_000;

/** When score and 正誤 are shown; `null`: right after the hand-in (exams.md 1, D6). */
export function marksOpenAt({ marksOpen, examUntil }: Switched): Date | null {
  return marksOpen === 'at_once' ? null : examUntil;
}

/** When keys and explanations are shown; `null`: right after the hand-in. */
export function keysOpenAt({ keysOpen, examUntil }: Switched): Date | null {
  return keysOpen === 'at_once' ? null : examUntil;
}

/** Whether what opens at a moment is open. */
export function isOpenAt(opens: Date | null, now: number): boolean {
  return opens === null || now >= opens.getTime();
}

/** From when packs can be loaded; `null`: always. */
export function packFrom({ examFrom }: Pick<ExamRow, 'examFrom'>): Date | null {
  return examFrom === null ? null : new Date(examFrom.getTime() - packAheadMs);
}
