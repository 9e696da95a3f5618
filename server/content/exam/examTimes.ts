import { type ExamFile, relativeTime } from './formats.ts';

const dayMs = 24 * 60 * 60_000;
const japanMs = 9 * 60 * 60_000;

/**
 * A moment of an exam as it is written: ISO 8601, or days from the day of `first` (the exam's first import) with a time of
 * day in Japan.
 */
export function momentOf(written: string, first: Date): Date {
  const relative = relativeTime.exec(written);
  if (!relative) return new Date(written);
  const [, days, hours, minutes] = relative.map(Number);
  const day = Math.floor((first.getTime() + japanMs) / dayMs) * dayMs - japanMs;
  return new Date(day + (days ?? 0) * dayMs + ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000);
}

type Report = (message: string, name: string) => void;
const names = ['entry_from', 'entry_until', 'exam_from', 'exam_until', 'report_at'] as const;

/** Reports times of an exam that are impossible, or in the wrong order (exams.md 2.2). */
export function checkTimes(file: ExamFile, report: Report): void {
  if (file.kind === 'english' || file.kind === 'konoshiki') return;
  const isRelative = (name: (typeof names)[number]) => relativeTime.test(file[name]);
  const relative = names.filter(isRelative);
  for (const name of relative)
    if (!file.is_sample) report('「+3d 09:00」の形は見本 (is_sample: true) だけに書けます。', name);
  if (relative.length > 0 && relative.length < names.length) {
    report('日時はすべて同じ形で書いてください。', relative[0] ?? 'exam_from');
    return;
  }
  const at = (name: (typeof names)[number]) => momentOf(file[name], new Date(0)).getTime();
  if (at('entry_until') <= at('entry_from'))
    report('entry_until は entry_from より後にしてください。', 'entry_until');
  if (at('exam_until') <= at('exam_from'))
    report('exam_until は exam_from より後にしてください。', 'exam_until');
  if (at('report_at') <= at('exam_until'))
    report('report_at は exam_until より後にしてください。', 'report_at');
  if (at('entry_until') > at('exam_until'))
    report('entry_until は exam_until までにしてください。', 'entry_until');
}
