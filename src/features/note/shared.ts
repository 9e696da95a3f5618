import { beginningOf } from '#contracts/letters.ts';
import { storable } from '#contracts/plainText.ts';
import { noteMaxLength } from '#contracts/study.ts';

/** What another app shares (manifest `share_target`); every field may be missing or empty. */
export type Shared = { title: string | null; text: string | null; url: string | null };

/** The parts on separate lines, without repetition, because many apps also put the address into the text. */
function linesOf({ title, text, url }: Shared): string {
  const lines: string[] = [];
  for (const part of [title, text, url]) {
    const line = storable(part ?? '').trim();
    if (line !== '' && !lines.some((known) => known.includes(line))) lines.push(line);
  }
  return lines.join('\n');
}

/** The text of a note made from a share, as much as a note can hold; it is cut between characters. */
export function noteOfShared(shared: Shared): string {
  return beginningOf(linesOf(shared), noteMaxLength);
}

/** How many shared characters do not fit into a note, counted like the note field counts; 0: everything fits. */
export function leftOutOf(shared: Shared): number {
  return linesOf(shared).length - noteOfShared(shared).length;
}
