import { readFile } from 'node:fs/promises';
import { decodeText } from './decodeText.ts';
import type { PackFile } from './mediaFile.ts';

/** How many seconds a declared length may differ from the file's own: players and programs round differently. */
export const lengthTolerance = 3;

/** Seconds as an author reads them. */
export const sayLength = (seconds: number): string => String(Math.round(seconds * 10) / 10);

/**
 * Whole seconds that a lesson counts as. `told` is kept where it only rounds the video's length. The result never
 * exceeds the video so much that the lesson could not be completed: completed means that 90 % were seen
 * (`watchRule.ts`).
 */
export function countedLength(told: number | undefined, video: number): number {
  const whole = told !== undefined && Math.abs(told - video) < 1 ? Math.round(told) : Math.round(video);
  return whole * 0.95 <= video ? whole : Math.max(1, Math.floor(video));
}

const timing =
  /^\s*(?:(\d+):)?([0-5]\d):([0-5]\d\.\d{3})\s+-->\s+(?:(\d+):)?([0-5]\d):([0-5]\d\.\d{3})(?:\s|$)/;
const secondsOf = (hours = '0', minutes = '0', seconds = '0') =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

/** When a sentence ends, seconds; `null`: its times cannot be read. `line` counts from 1. */
export type CueEnd = { line: number; end: number | null };

/** The times of a caption file, by line. The browser reads the captions themselves; this looks at the times only. */
export async function cueEnds(captions: PackFile): Promise<CueEnd[]> {
  const decoded = decodeText(await readFile(captions.source));
  const lines = 'text' in decoded ? decoded.text.split('\n') : [];
  return lines.flatMap((text, at) => {
    if (!text.includes('-->')) return [];
    const found = timing.exec(text);
    return [{ line: at + 1, end: found ? secondsOf(found[4], found[5], found[6]) : null }];
  });
}
