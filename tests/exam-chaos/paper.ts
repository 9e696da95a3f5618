import type { AnswerKey } from '#contracts/examKey.ts';

/** Length of the exam. Short, so that many attempts can be tried. */
export const examMinutes = 6;

/** What is to be answered; right is always "1", and each is worth twice the one before, so that a sum tells which ones count. */
export const slots = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
/** What may be typed; empty takes an answer away. */
export const answers = ['1', '1', '2', '3', ''] as const;

const points = (at: number) => 2 ** at;

export const answerKey: AnswerKey = {
  groups: slots.map((slot, at) => ({
    id: `g-${slot}`,
    question: `q-${slot}`,
    section: 's1',
    unit: 'basic',
    skill: '',
    slots: [{ id: slot, kind: 'choice' as const }],
    rule: 'each' as const,
    points: points(at),
    keys: { [slot]: ['1'] },
  })),
  choices: [],
};

/** What these answers are worth. */
export function worth(values: Record<string, string>): number {
  return slots.reduce((sum, slot, at) => sum + (values[slot] === '1' ? points(at) : 0), 0);
}
