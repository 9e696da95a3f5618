import { fullAge } from '#contracts/profile.ts';
import { invalid } from '../../errors.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';

/** Years between two days of the form `YYYY-MM-DD`, as a birthday counts them. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Whether a person is under 18 today in Japan; without a birth date they count as under 18. */
export function isMinor(birthDate: string | null, now: number): boolean {
  return birthDate === null || yearsBetween(birthDate, japaneseDay(now)) < fullAge;
}

/** Throws 400 for a day on which no learner of today was born (product.md V9). */
export function assertBirthDate(birthDate: string, now: number): void {
  const age = yearsBetween(birthDate, japaneseDay(now));
  if (age < 5 || age > 120) throw invalid({ birth_date: ['生年月日を正しく選択してください。'] });
}
