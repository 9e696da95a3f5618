/** Which lesson comes next in a course (product.md 3.4 dashboard "next"). Pure. */

/** A lesson in the order of its course. */
export type Step = { id: number; isCompleted: boolean; watchedAt: number | null };

/**
 * The lesson the learner is in the middle of, else the first unfinished one after it, else the first unfinished one
 * of the course; `null` when all are finished.
 */
export function nextStep<S extends Step>(steps: S[]): S | null {
  let last = -1;
  steps.forEach((step, i) => {
    if (step.watchedAt !== null && step.watchedAt > (steps[last]?.watchedAt ?? -1)) last = i;
  });
  const open = (step: S) => !step.isCompleted;
  return steps.slice(Math.max(0, last)).find(open) ?? steps.find(open) ?? null;
}
