import type { ReactNode } from 'react';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useKeptRoom } from '#shared/ui/keptRoom.ts';
import { SectionHead } from '#shared/ui/SectionHead.tsx';
import { canTake, windowOf } from '../model.ts';
import { texts } from '../texts.ts';
import { useMyExams } from '../useAttemptsHere.ts';
import { useMoment } from '../useExams.ts';
import { ExamCard } from './ExamCard.tsx';

/**
 * The next exam with its countdown, on the learner's home page. Nothing while none is entered; `shape` until that is
 * known.
 */
export function HomeExam({ shape }: { shape: ReactNode }) {
  const { data, isPending } = useMyExams();
  const now = useMoment();
  const coming = (data?.results ?? [])
    .filter(
      (exam) =>
        ['entered', 'taking'].includes(exam.my_status) &&
        (canTake(exam, now) || windowOf(exam, now) === 'before'),
    )
    .sort((one, other) => (parseTime(one.exam_from) ?? 0) - (parseTime(other.exam_from) ?? 0));
  const section = useKeptRoom('exam', data && coming.length);
  const [next] = coming;
  if (!next) return isPending ? shape : null;
  return (
    <section ref={section} aria-labelledby="next-exam">
      <SectionHead id="next-exam" title={texts.next} to={paths.mockexam()} all={texts.title} />
      <ExamCard exam={next} now={now} />
    </section>
  );
}
