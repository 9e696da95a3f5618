import { beforeEach, describe, expect, it } from 'vitest';
import { examAttempts } from '../db/schema/exam.ts';
import type { TestApp } from '../testing/createTestApp.ts';
import { entryApp, newTest, start, submit } from '../testing/entryTest.ts';
import { enterExam, startedDevice, storeExam } from '../testing/exam.ts';
import { takeMails } from '../testing/mails.ts';
import { storeUser } from '../testing/users.ts';
import { runCommand } from './command.ts';
import { examCommands } from './examCommands.ts';

let app: TestApp;
let token: string;

/** What a command of `npm run exam` answers. */
async function type(name: string, ...args: string[]): Promise<{ exit: number; text: string }> {
  const lines: string[] = [];
  const context = { deps: app.deps, args, cwd: '.', print: (line: string) => lines.push(line) };
  return { exit: await runCommand(examCommands, name, context), text: lines.join('\n') };
}

const attemptOf = async (subject: string) => {
  const rows = await app.db.select().from(examAttempts);
  const found = rows.find((row) => row.subject === subject && row.state !== 'void');
  if (!found) throw new Error(`no attempt of ${subject}`);
  return found;
};

beforeEach(async () => {
  app = await entryApp();
  token = await newTest(app, { subjects: ['math', 'english'] });
  await start(app, token, 'math');
});

describe('attempts of who has applied for the entry exam', () => {
  it('are found by the address, as those of a guest', async () => {
    const { id, receiptNo } = await attemptOf('math');
    expect(receiptNo).toBeNull();
    const { exit, text } = await type('attempts', ' MIO@example.jp ');
    expect(exit).toBe(0);
    expect(text.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${id} .* math\\(会員以外\\)  受験中 `)),
      '1件',
      '実力診断テストの申込: 1件',
    ]);
  });

  it('stand beside those of a member with the same address, and nobody else sees them', async () => {
    const exam = await storeExam(app.deps);
    const member = await app.signIn(await storeUser(app.deps, { email: 'mio@example.jp' }));
    const other = await app.signIn();
    await enterExam(app.deps, exam, member.id);
    await startedDevice(app, exam, member, 'english');
    const both = await type('attempts', 'mio@example.jp');
    expect(both.text).toContain('english  受験中');
    expect(both.text).toContain('math(会員以外)  受験中');
    expect(both.text).toContain('2件');
    expect((await type('attempts', other.email)).text).toBe('0件');
  });

  it('can be voided and taken again until the result is out, and then no more', async () => {
    await submit(app, token, 'math');
    const { id } = await attemptOf('math');
    expect(await type('void', id)).toMatchObject({ exit: 0 });
    expect((await start(app, token, 'math')).status).toBe(200);
    await submit(app, token, 'math');
    await start(app, token, 'english');
    await submit(app, token, 'english');
    await takeMails(app);
    const final = await attemptOf('math');
    const refused = await type('void', final.id);
    expect([refused.exit, refused.text]).toEqual([2, expect.stringContaining('結果をメールで送ったあと')]);
    expect((await attemptOf('math')).id).toBe(final.id);
    expect((await type('attempts', 'mio@example.jp')).text).toContain('math(会員以外、結果を送信済み)');
  });

  it('have no ranks to be looked at, and no allowance', async () => {
    const { id } = await attemptOf('math');
    await app.db.update(examAttempts).set({ needsLook: true });
    expect((await type('look', 'ok', id)).exit).toBe(2);
    expect(await attemptOf('math')).toMatchObject({ needsLook: true });
    const refused = await type('allowance', 'mio@example.jp', '--percent', '150');
    expect([refused.exit, refused.text]).toEqual([2, expect.stringContaining('会員ではありません')]);
  });
});

it('an address of nobody is said', async () => {
  const { exit, text } = await type('attempts', 'nobody@example.jp');
  expect([exit, text]).toEqual([2, expect.stringContaining('実力診断テストの申込もありません')]);
});
