import { useParams } from 'react-router-dom';
import { TeacherScreen } from '#features/catalogue/components/TeacherScreen.tsx';

/** `/teacher/{id}`: one teacher, for everybody. */
export function Component() {
  const { id = '' } = useParams();
  return <TeacherScreen key={id} id={id} />;
}
