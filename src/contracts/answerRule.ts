/** An answer as it was last changed. `value` empty: taken away again. `at`: epoch ms by the server's clock. */
export type Answer = { value: string; at: number };
/** Answers by question. */
export type Answers = Record<string, Answer>;

/**
 * Two states of the same answers as one: of each question the later change counts. In whatever order and however often
 * states meet, the end is the same, so that saves may be repeated and two devices do not undo each other
 * (product.md 3.2). Changes of the same moment: the greater text, so that all agree.
 */
export function mergeAnswers(one: Answers, other: Answers): Answers {
  const merged = { ...one };
  for (const [id, answer] of Object.entries(other)) {
    const known = merged[id];
    const isLater = !known || answer.at > known.at || (answer.at === known.at && answer.value > known.value);
    if (isLater) merged[id] = answer;
  }
  return merged;
}

/** Whether two states say the same, changes included. */
export function isSameAnswers(one: Answers, other: Answers): boolean {
  const ids = Object.keys(one);
  return (
    ids.length === Object.keys(other).length &&
    ids.every((id) => one[id]?.value === other[id]?.value && one[id]?.at === other[id]?.at)
  );
}

/** How many questions have an answer. */
export function countAnswers(answers: Answers): number {
  return Object.values(answers).filter(({ value }) => value.trim() !== '').length;
}
