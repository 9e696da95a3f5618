import { twinOf } from './twin.ts';

/** What was pressed on the stored screen, in the order of the presses (index.html). */
function pressed(): HTMLElement[] {
  return (globalThis as { pressedFirst?: HTMLElement[] }).pressedFirst ?? [];
}

/** These are selected or filled in, not pressed. */
const fields = /^(select|textarea|input)$/;
const ticked = /^(checkbox|radio|button|submit)$/;

/**
 * Finds the twins of what was pressed while the stored screen was shown. Returns a function that presses them, for the
 * moment when the page itself is shown. What has no twin is not pressed: the page has different content by now.
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
