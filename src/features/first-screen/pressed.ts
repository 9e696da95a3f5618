import { twinOf } from './twin.ts';

/** What was pressed on the stored screen, in that order (index.html). */
function pressed(): HTMLElement[] {
  return (globalThis as { pressedFirst?: HTMLElement[] }).pressedFirst ?? [];
}

/** They are chosen or filled in, not pressed. */
const fields = /^(select|textarea|input)$/;
const ticked = /^(checkbox|radio|button|submit)$/;

/**
 * Finds the twins of what was pressed while the learner's stored screen stood there. Answers how to press them, for when
 * the page itself is to be seen. What has no twin is not pressed: the page says something else by now.
 */
export function pressedTwins(from: HTMLElement, to: HTMLElement): () => void {
  const twins = [...new Set(pressed())].flatMap((part) => twinOf(part, from, to) ?? []);
  return () => {
    for (const twin of twins) {
      const isField = fields.test(twin.localName) && !ticked.test((twin as HTMLInputElement).type);
      if (isField) twin.focus();
      else twin.click();
    }
  };
}
