/** What another app hands over (manifest `share_target`); every field may be missing or empty. */
export type Shared = { title: string | null; text: string | null; url: string | null };

/** Longest text of a note (product.md 2.1 Note). */
const longest = 1000;

/**
 * The text of a note made of what was shared: each part on a line, nothing twice, since many apps put the address
 * into the text as well. What is longer than a note can be is cut.
 */
export function noteOfShared({ title, text, url }: Shared): string {
  const lines: string[] = [];
  for (const part of [title, text, url]) {
    const line = part?.trim() ?? '';
    if (line !== '' && !lines.some((known) => known.includes(line))) lines.push(line);
  }
  return lines.join('\n').slice(0, longest);
}
