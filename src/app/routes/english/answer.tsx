import { useParams } from 'react-router-dom';
import { AnswerScreen } from '#features/english/components/AnswerScreen.tsx';
import { QuestionTable } from '#features/exam-result/components/SubjectScreen.tsx';
import { useAddToReview } from '#features/review/components/AddToReview.tsx';

/** `/mypage/english/{id}/answer`: the questions look like those of a mock exam. */
export function Component() {
  const { id = '' } = useParams();
  const addOf = useAddToReview(id);
  return (
    <AnswerScreen
      key={id}
      id={id}
      table={({ report, questions, answers, keys_at }, renew) => (
        <QuestionTable
          questions={questions}
          answers={answers}
          keysAt={answers ? null : keys_at}
          renew={renew}
          addOf={(question) => addOf(report, question)}
        />
      )}
    />
  );
}
