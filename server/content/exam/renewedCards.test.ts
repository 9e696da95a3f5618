import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Review } from '#contracts/review.ts';
import { examSubjects, examVersions } from '../../db/schema/exam.ts';
import { reviewCards, reviewHeads } from '../../db/schema/review.ts';
import { runRegrade } from '../../domain/examResult/regradeJob.ts';
import { bodyOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { emptyFolder } from '../../testing/emptyFolder.ts';
import { writeExamPack } from '../../testing/examPack.ts';
import { editPack, type TestPack } from '../../testing/pack.ts';
import type { SignedIn } from '../../testing/users.ts';
import { importPack } from '../importPack.ts';

let app: TestApp;
let pack: TestPack;

const run = () => importPack(app.deps, pack.root, { mayRegrade: true });

const edit = (file: string, from: string, to: string) => editPack(pack, file, [from, to]);
const math = 'exams/mock/subjects/math.yaml';

/** Stores cards of three questions, as if of an attempt. Answers the cursor of a device that has them. */
async function storeCards(userId: number, seq: number): Promise<string> {
  const asked = { math: ['m-1', 'm-2'], 'english-l': ['l-1'] };
  await app.db.insert(reviewHeads).values({ userId, seq });
  for (const [key, questions] of Object.entries(asked)) {
    const [subject] = await app.db.select().from(examSubjects).where(eq(examSubjects.key, key));
    const of = { userId, subjectId: subject?.id ?? 0, seq, created: new Date(app.clock.now()) };
    await app.db.insert(reviewCards).values(
      questions.map((question) => ({
        ...{ ...of, question, key: question, group: `${question}/1` },
        ...{ source: 'mockexam' as const, reason: 'wrong' as const },
      })),
    );
  }
  return String(seq);
}

const read = (who: SignedIn, after: string) =>
  bodyOf<Review>(app.call('GET', `/api/lms/review/?after=${after}`, { token: who.token }));
const questionsOf = ({ cards }: Review) => cards.map(({ question }) => question.id);

beforeEach(async () => {
  app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
  pack = await writeExamPack();
  await run();
  await app.db.update(examVersions).set({ firstStart: new Date(app.clock.now()) });
});

describe('cards that devices have already', () => {
  it('come again with a corrected key, to every owner, and no other card does', async () => {
    const [one, other] = [await app.signIn(), await app.signIn()];
    const [had, otherHad] = [await storeCards(one.id, 3), await storeCards(other.id, 8)];
    await edit(math, 'key: 2, points: 5', 'key: 3, points: 5');
    await run();
    for (const [who, cursor] of [
      [one, had],
      [other, otherHad],
    ] as const) {
      const { cards } = await read(who, cursor);
      expect(cards.map(({ question, keys }) => [question.id, keys])).toEqual([['m-2', { 'm-2.A': '3' }]]);
    }
  });

  it('come once more when all is marked by it: they may have been made while the import ran', async () => {
    const user = await app.signIn();
    const had = await storeCards(user.id, 3);
    await edit(math, 'key: 2, points: 5', 'key: 3, points: 5');
    await run();
    const { cursor } = await read(user, had);
    await runRegrade(app.deps);
    expect(questionsOf(await read(user, cursor))).toEqual(['m-2']);
  });

  it('come again with another explanation, and with another translation of what was heard', async () => {
    const user = await app.signIn();
    const had = await storeCards(user.id, 3);
    await edit(math, 'グラフより。', 'グラフから分かる。');
    await run();
    const explained = await read(user, had);
    expect(questionsOf(explained)).toEqual(['m-2']);
    expect(explained.cards[0]?.why).toContain('グラフから分かる。');
    await edit('exams/mock/subjects/english-l.yaml', '駅はどこですか。', '駅はどちらですか。');
    await run();
    const translated = await read(user, explained.cursor);
    expect(questionsOf(translated)).toEqual(['l-1']);
    expect(translated.cards[0]?.track?.translation).toContain('駅はどちらですか。');
  });

  it('do not come again when the same pack is imported again', async () => {
    const user = await app.signIn();
    const had = await storeCards(user.id, 3);
    await run();
    expect(await read(user, had)).toMatchObject({ cards: [], cursor: had });
  });
});
