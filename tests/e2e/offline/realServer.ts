// The real server on a folder of its own, with a door for tests: it makes learners, is the operator's hand, and says what
// the database says.
import { maintenanceCommand } from '#server/cli/maintenance.ts';
import { bookmarks, favorites } from '#server/db/schema/learning.ts';
import type { Deps } from '#server/deps.ts';
import { giveCourse, storeCourse, storeNotice } from '#server/testing/catalog.ts';
import { signInUser, storeUser, testPassword } from '#server/testing/users.ts';
import { serveWithDoor } from '../serverDoor.ts';
import type { Learner, LearnerWish, Question } from './questions.ts';

// A server that is started again on the same data must not make the same ones: later starts begin higher.
let made = Date.now() % 1_000_000_000;

/** Makes a learner with courses; the first course carries the bookmark, its first lesson the favorite. */
async function makeLearner(deps: Deps, { courses, withMarks }: LearnerWish): Promise<Learner> {
  made += 1;
  const user = await storeUser(deps, { email: `offline-${made}@example.com` });
  const learner: Learner = { ...user, password: testPassword, courses: [], notice: '' };
  for (let number = 1; number <= courses; number += 1) {
    const course = await storeCourse(deps, { key: `c${made}-${number}` });
    const inventory = await giveCourse(deps, user.id, course.id);
    const { id, key, lessonIds } = course;
    learner.courses.push({ id, name: `講座 ${key}`, inventory, lessons: lessonIds });
  }
  const [first] = learner.courses;
  if (withMarks && first) await storeMarks(deps, user.id, first);
  learner.notice = `お知らせ ${made}`;
  await storeNotice(deps, { title: learner.notice, key: `n${made}` });
  return learner;
}

async function storeMarks(deps: Deps, userId: number, course: Learner['courses'][number]): Promise<void> {
  const at = new Date(deps.clock.now() - 60_000);
  const times = { clientAt: at, created: at, modified: at };
  await deps.db.insert(bookmarks).values({ userId, courseId: course.id, isCheck: true, ...times });
  const lessonId = course.lessons[0] ?? 0;
  await deps.db.insert(favorites).values({ userId, lessonId, courseId: course.id, isOn: true, ...times });
}

await serveWithDoor<Question>((deps, question) => {
  if (question.ask === 'learner') return makeLearner(deps, question);
  if (question.ask === 'session') return signInUser(deps, question.user);
  return maintenanceCommand.run({ deps, args: question.words, cwd: '', print: () => undefined });
});
