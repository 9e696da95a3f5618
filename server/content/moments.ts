import * as z from 'zod/mini';
import { japanMs } from '../times.ts';

const dayMs = 24 * 60 * 60_000;

/** Days from the day of an import and a time of day in Japan: for samples, which are never over at the start. */
export const relativeTime = /^([+-]\d{1,3})d (\d{2}):(\d{2})$/;
const written = new RegExp(`${z.core.regexes.datetime({ offset: true }).source}|${relativeTime.source}`);

/** A moment as a file of a pack has it: ISO 8601, or relative. */
export const moment = z
  .string()
  .check(z.regex(written, '2027-06-01T09:00:00+09:00 か、見本なら「+3d 09:00」の形で書いてください'));

/** What such a text means. `first`: the import from which a relative one counts. */
export function momentOf(text: string, first: Date): Date {
  const relative = relativeTime.exec(text);
  if (!relative) return new Date(text);
  const [, days, hours, minutes] = relative.map(Number);
  const day = Math.floor((first.getTime() + japanMs) / dayMs) * dayMs - japanMs;
  return new Date(day + (days ?? 0) * dayMs + ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000);
}

/** Said of a relative moment outside of a sample. */
export const onlyInSamples = '「+3d 09:00」の形は見本 (is_sample: true) だけに書けます。';
/** Said of moments of which some are relative. */
export const mixedMoments = '日時はすべて同じ形で書いてください。';

/** Reports the ends of a period that are impossible, or in the wrong order. Each may be missing. */
export function checkPeriod(
  ends: readonly { name: string; at: string | undefined }[],
  isSample: boolean,
  report: (message: string, name: string) => void,
): void {
  const given = ends.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]));
  const relative = given.filter(({ at }) => relativeTime.test(at));
  if (!isSample) for (const { name } of relative) report(onlyInSamples, name);
  const [from, until] = given;
  if (!from || !until) return;
  if (relative.length === 1) report(mixedMoments, relative[0]?.name ?? until.name);
  else if (momentOf(until.at, new Date(0)) <= momentOf(from.at, new Date(0)))
    report(`${until.name} は ${from.name} より後にしてください。`, until.name);
}
