import { type PaperNames, questionName } from '#shared/lib/exam/paperNames.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import type { Answers } from '../useAnswers.ts';
import type { Marked } from '../useCheckresult.ts';
import { Marks } from './Marks.tsx';
import { SelfMarking } from './SelfMarking.tsx';

/** What is known of the marks of an attempt on this device, and the part in which its taker gives some of them. */
export function Marking({
  row,
  marked,
  names,
  answers,
}: {
  row: AttemptRow;
  marked: Marked;
  names: PaperNames | null;
  answers: Answers;
}) {
  const { result, onMarked } = marked;
  return (
    <>
      {row.receipt && <Marks marked={marked} names={names} />}
      {result && (
        <SelfMarking
          of={row}
          nameOf={(question) => questionName(names, question)}
          answers={answers}
          result={result}
          onMarked={onMarked}
        />
      )}
    </>
  );
}
