import { mixedMoments, momentOf, onlyInSamples, relativeTime } from '../moments.ts';
import type { ExamFile } from './formats.ts';

type Report = (message: string, name: string) => void;
const names = ['entry_from', 'entry_until', 'exam_from', 'exam_until', 'report_at'] as const;

/** Reports times of an exam that are impossible, or in the wrong order (exams.md 2.2). */
export function checkTimes(file: ExamFile, report: Report): void {
  if (file.kind === 'english' || file.kind === 'konoshiki') return;
  const isRelative = (name: (typeof names)[number]) => relativeTime.test(file[name]);
  const relative = names.filter(isRelative);
  for (const name of relative) if (!file.is_sample) report(onlyInSamples, name);
  if (relative.length > 0 && relative.length < names.length) {
    report(mixedMoments, relative[0] ?? 'exam_from');
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
