import { useParams } from 'react-router-dom';
import { AnswerScreen } from '#features/english/components/AnswerScreen.tsx';
import { QuestionTable } from '#features/exam-result/components/SubjectScreen.tsx';

/** `/mypage/english/{id}/answer`: the questions look like those of a mock exam. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <AnswerScreen
      key={id}
      id={id}
      table={({ questions, answers, keys_at }, renew) => (
        <QuestionTable
          questions={questions}
          answers={answers}
          keysAt={answers ? null : keys_at}
          renew={renew}
        />
      )}
    />
  );
}
