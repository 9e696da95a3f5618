import { beginningOf } from '#contracts/letters.ts';
import { storable } from '#contracts/plainText.ts';
import { noteMaxLength } from '#contracts/study.ts';

/** What another app hands over (manifest `share_target`); every field may be missing or empty. */
export type Shared = { title: string | null; text: string | null; url: string | null };

/** Each part on a line, nothing twice, since many apps put the address into the text as well. */
function linesOf({ title, text, url }: Shared): string {
  const lines: string[] = [];
  for (const part of [title, text, url]) {
    const line = storable(part ?? '').trim();
    if (line !== '' && !lines.some((known) => known.includes(line))) lines.push(line);
  }
  return lines.join('\n');
}

/** The text of a note made of what was shared, as far as a note can hold it; cut between letters. */
export function noteOfShared(shared: Shared): string {
  return beginningOf(linesOf(shared), noteMaxLength);
}

/** How many characters of what was shared no note can hold, counted as the field for notes counts; 0: it is all there. */
export function leftOutOf(shared: Shared): number {
  return linesOf(shared).length - noteOfShared(shared).length;
}
