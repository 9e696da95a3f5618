import type { AnswerKey } from '#contracts/examKey.ts';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import { rightAnswers } from './marking.ts';

/** The account of the demo with results; nothing is changed with it. */
export function demoStudent(site: DemoSite): Promise<Learner> {
  return site.learner({ ask: 'session', email: 'student@example.com', password: 'manabi-2026' });
}

/** The number of an exam of the demo. */
export async function examId(site: DemoSite, key: string): Promise<number> {
  const [row] = await site.rows<{ id: number }>(`select id from exams where key = 'demo/${key}'`);
  return row?.id ?? 0;
}

/** What marks the English test. */
export async function englishKey(site: DemoSite): Promise<AnswerKey> {
  const [row] = await site.rows<{ key: AnswerKey }>(
    `select r.key from exam_key_revisions r
     join exam_subjects s on s.id = r.subject_id and s.key_revision = r.revision
     join exams e on e.version_id = s.version_id where e.key = 'demo/english-d'`,
  );
  if (!row) throw new Error('The demo has no English test.');
  return row.key;
}

/** A right answer for each slot of the English test. */
export async function englishKeys(site: DemoSite): Promise<Record<string, string>> {
  return rightAnswers(await englishKey(site));
}
