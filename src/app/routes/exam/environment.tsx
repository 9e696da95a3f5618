import { useParams } from 'react-router-dom';
import { EnvironmentForm } from '#features/mock-exam/components/EnvironmentForm.tsx';
import { readCode } from '#features/rehearsal/environmentCode.ts';

const isCode = (code: string) => readCode(code) !== null;

/** `/mypage/mockexam/{id}/environmentinfo`: the code is read by the same module that writes it. */
export function Component() {
  const { id = '' } = useParams();
  return <EnvironmentForm key={id} id={id} isCode={isCode} />;
}
