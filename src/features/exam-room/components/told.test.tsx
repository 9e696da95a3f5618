import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type Checkresult, checkresultSchema } from '#contracts/examAttempt.ts';
import { answersFileSchema } from '#contracts/examContent.ts';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import type { RunningAttempt } from '#shared/lib/exam/attempt.ts';
import type { SaveState } from '#shared/lib/exam/attemptView.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import type { Answers } from '../useAnswers.ts';
import { ResultScreen } from './ResultScreen.tsx';
import { RoomBar } from './RoomBar.tsx';
import { WhileClosed } from './RoomNotices.tsx';
import { SelfMarking } from './SelfMarking.tsx';
import { VoidScreen } from './VoidScreen.tsx';

const day = 24 * 3_600_000;
const at = Date.parse('2027-06-01T05:00:00Z');
const receipt = { receipt_no: 'ABCDE-12345', late_sync: false, ended_by: 'user', checkresult: null };
const row = {
  ...{ id: 'a1', exam: 'e', subject: 'math', kind: 'university', subjectName: '数学', practice: false },
  ...{ startedAt: at - 3_600_000, deadline: at, savedAt: at, mergedIn: 0, dropped: [], seal: null },
  receipt: { ...receipt, submitted_at: new Date(at).toISOString() },
} as unknown as AttemptRow;
const pages = { exam: '/e', check: '/c', result: '/r', back: '/b' };

const words = (element: ReactElement) =>
  renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>).replaceAll(/<[^>]+>/g, '');

const resultWords = (
  change: Partial<AttemptRow>,
  result: Checkresult | null = null,
  cells: LocalCells | null = null,
  error: unknown = null,
) =>
  words(
    <ResultScreen
      row={{ ...row, ...change }}
      db={null}
      cells={cells}
      paper={null}
      marked={{ result, error, retry: () => undefined, onMarked: () => undefined }}
      pages={{ ...pages, report: null }}
      next={null}
    />,
  );

describe('the receipt page', () => {
  it('row 30: says next to the receipt which answers did not count, and why', () => {
    const said = resultWords({ unscored: { count: 10, endedBy: 'user' } });
    expect(said).toContain('ABCDE-12345');
    expect(said).toContain('10件の解答は採点に入りませんでした。ほかの端末で提出したあとに届いたためです。');
    expect(resultWords({})).not.toContain('採点に入りません');
    const dropped = [{ slot: '1', v: '3', reason: 'late' }];
    expect(resultWords({ dropped })).toContain('1件の解答は採点に入りませんでした。終了時刻のあとに');
  });

  it('row 30: does not say of answers that never left this device that the server has them', () => {
    const said = resultWords({ onlyHere: { count: 4, endedBy: 'user' } });
    expect(said).toContain(
      '4件の解答は、サーバーに届いていないため、採点に入りませんでした。ほかの端末で先に',
    );
    expect(said).toContain('この端末には残っています。');
    expect(said).not.toContain('記録しています');
    expect(resultWords({ unscored: { count: 1, endedBy: 'user' } })).toContain('記録しています');
  });

  it('row 1: while a hand-in waits, what the server has and what only this device has are told apart', () => {
    const waiting = {
      receipt: null,
      seal: { by: 'time', at, digest: 'ab'.repeat(32), key: 'k', round: 0 },
    } as const;
    const cell = (v: string, isDirty: boolean) => ({ v, lo: 1, hi: 1, isDirty });
    const sent = { 1: cell('1', false), 2: cell('', false), 'pick:a': cell('A,B', false) };
    const of = (cells: LocalCells) => resultWords(waiting, null, cells);
    expect(of({ ...sent, 3: cell('3', true), 4: cell('', true) })).toContain(
      '送信待ち解答1件はサーバーに保存済みです。残りの2件は、いまはこの端末だけにあります。接続が戻ると自動で提出されます。',
    );
    expect(of({ 3: cell('3', true) })).toContain(
      '送信待ち解答1件は、いまはこの端末だけにあります。接続が戻ると',
    );
    expect(of(sent)).toContain('送信待ち解答1件は、すべてサーバーに保存済みです。');
    expect(of({})).not.toMatch(/保存済み|だけにあり/);
    expect(of(sent)).not.toMatch(/提出しました|記録しています/);
  });

  it('row 69: while answers of the device are awaited it says until when, and no marks', () => {
    const marking = { status: 'marking', late_until: new Date(at + 86_400_000).toISOString() };
    const said = resultWords({}, checkresultSchema.parse(marking));
    expect(said).toMatch(/採点中です。時間で終了したため、.*までに届いた解答も入れて採点します。/);
    const plain = resultWords({}, checkresultSchema.parse({ status: 'marking' }));
    // In the place of the marks, and true: the page asks when it is opened.
    expect(plain).toContain('得点採点中です。しばらくしてからこの画面を開き直すと、結果が表示されます。');
    expect(plain).not.toContain('までに届いた');
  });

  it('names each slot with its 大問 and question: labels begin anew in each 大問', () => {
    const one = (slot: string, id: string, section: string) => ({
      ...{ slot, kind: 'choice' as const, label: '1' },
      ...{ id, question: '問1', section },
    });
    const names = { slots: [one('q1.1', 'q1', '第1問'), one('q2.1', 'q2', '第2問')], choices: [] };
    const mark = { state: 'right', value: '3', key: '3' };
    const slots = [
      { slot: 'q1.1', group: 'g1', ...mark },
      { slot: 'q2.1', group: 'g2', ...mark },
    ];
    const said = resultWords({ names }, checkresultSchema.parse({ status: 'marked', slots }));
    expect(said).toContain('1 第1問 問1');
    expect(said).toContain('1 第2問 問1');
  });

  describe('the part where takers mark what they have written', () => {
    const names = {
      slots: [
        { slot: 'q2.1', kind: 'self' as const, label: '', id: 'q-2', question: '問3', section: '第2問' },
      ],
      choices: [],
    };
    const marked = {
      status: 'marked',
      slots: [{ slot: 'q2.1', group: 'g2', state: 'pending', value: '春は明けぼの' }],
      pending: [{ group: 'g2', question: 'q-2', full: 10, points: null }],
    };

    const open = checkresultSchema.parse({ ...marked, answers_key: 'AA' });
    const selfWords = (answers: Partial<Answers>) =>
      words(
        <SelfMarking
          of={{ base: '/b/', id: 'a1', token: null }}
          nameOf={() => '第2問 問3'}
          answers={{ file: null, error: null, retry: () => undefined, ...answers }}
          result={open}
          onMarked={() => undefined}
        />,
      );

    it('has the name of the question as its heading, never the id', () => {
      expect(resultWords({ names }, open)).toContain('第2問 問3あなたの解答春は明けぼの');
      expect(resultWords({}, open)).toContain('記述 1問目あなたの解答');
      for (const said of [resultWords({ names }, open), resultWords({}, open)]) {
        expect(said).toContain('採点の目安を読み込んでいます');
        expect(said).not.toContain('q-2');
      }
    });

    it('takes points beside the criteria', () => {
      const rubric = [{ text: '季節にふれている', points: 10 }];
      const head = { format: 1, subject: 'japanese', version: 'v' };
      const file = answersFileSchema.parse({ ...head, questions: [{ id: 'q-2', rubric }] });
      const said = selfWords({ file });
      expect(said).toContain('季節にふれている(10点)');
      expect(said).toContain('点(0〜10)');
      expect(said).not.toContain('読み込');
    });

    it('without the criteria says that nothing is lost, asks for them again, and takes no points meanwhile', () => {
      const said = selfWords({ error: new OfflineError('network') });
      expect(said).toContain('解答はサーバーに保存済みです。自己採点はあとからでもできます。接続できません');
      expect(said).toContain('もう一度試す');
      expect(said).toContain('春は明けぼの');
      expect(said).not.toMatch(/点\(0〜10\)|点をつけてください/);
    });

    it('waits for the criteria, which open with the keys', () => {
      const keys_at = new Date(at + day).toISOString();
      const said = resultWords({ names }, checkresultSchema.parse({ ...marked, keys_at }));
      expect(said).toMatch(/採点の目安は.+に公開されます。/);
      expect(said).not.toContain('点(0〜10)');
    });
  });

  it('does not say that it is being marked when that could not be asked: it says why, and asks again', () => {
    const refusal = { code: 'server', detail: '', request_id: 'r-500' };
    const broken = new HttpError({ status: 500, data: {}, failure: refusal, call: 'GET' } as never);
    const away = resultWords({}, null, null, new OfflineError('network'));
    expect(away).toContain('得点接続できませんでした');
    expect(resultWords({}, null, null, broken)).toContain('受付番号 r-500');
    for (const said of [away, resultWords({}, null, null, broken)]) {
      expect(said).toContain('もう一度試す');
      expect(said).not.toContain('採点中');
    }
    expect(resultWords({})).toMatch(/得点結果を確かめています/);
    // What the hand-in said before is still shown, with the way to something newer.
    const stored = checkresultSchema.parse({ status: 'closed', marks_at: new Date(at).toISOString() });
    const said = resultWords({}, stored, null, broken);
    expect(said).toMatch(/正解と得点は.+に公開されます。/);
    expect(said).toContain('もう一度試す');
  });

  it('row 77: of a voided attempt there is no receipt and nothing is called handed in', () => {
    const voided = {
      ...row,
      receipt: { ...receipt, receipt_no: '', ended_by: 'operator', submitted_at: null },
    };
    const said = words(<VoidScreen row={voided} db={{} as ExamDb} pages={pages} onAgain={() => undefined} />);
    expect(said).toContain('受験が無効になりました');
    expect(said).toContain('この受験の解答は採点されません。');
    expect(said).toContain('もう一度受験する');
    expect(said).not.toMatch(/提出しました|受付番号/);
  });
});

it('the receipt page takes a report of trouble, for a day after the end of the time', () => {
  const offered = (deadline: number) => resultWords({ deadline }).includes('通信トラブルを報告');
  expect([offered(Date.now() - day + 60_000), offered(Date.now() - day)]).toEqual([true, false]);
});

describe('row 62: while the server is closed for maintenance', () => {
  const said = (change: Partial<AttemptRow>, kind: SaveState['kind'] = 'device') =>
    words(<WhileClosed row={{ ...row, state: 'running', ...change }} save={{ kind } as SaveState} />);

  it('the room says that the exam goes on, where the answers are, and that the time comes back', () => {
    expect(said({})).toContain('試験はこのまま続けられます。');
    expect(said({})).toContain('解答はこの端末に保存しています。');
    expect(said({})).toContain('終了時刻に足されます');
  });

  it('promises no time to a practice, and no stored answers to a device that stores none', () => {
    expect(said({ practice: true })).toContain('練習はこのまま続けられます。');
    expect(said({ practice: true })).not.toContain('終了時刻');
    expect(said({}, 'nowhere')).toBe('');
    expect(said({ state: 'sealed' })).toBe('');
  });
});

describe('the bar of the room', () => {
  const bar = (isUnsure: boolean) =>
    renderToStaticMarkup(
      <RoomBar
        attempt={
          {
            get: () => ({ row: { ...row, deadline: at + 90_000 } }),
            now: () => ({ lo: at, hi: at }),
            isUnsure: () => isUnsure,
          } as unknown as RunningAttempt
        }
        save={{ kind: 'sending' }}
        answered={0}
        count={5}
        peek={0}
        onAsk={() => undefined}
        onSettings={() => undefined}
      />,
    );

  it('row 79: the time is beside the buttons, where it is read, and one of them speaks it', () => {
    const html = bar(false);
    expect(html).toContain('aria-label="残り時間 1分30秒"');
    for (const [inside] of html.matchAll(/<button.*?<\/button>/g)) expect(inside).not.toContain('timer');
    expect(html).toMatch(/<button[^>]*>残り時間を読み上げる<\/button>/);
  });

  it('row 28: says when it is not sure of the time', () => {
    const note = 'スリープまたは時計の変更がありました。残り時間は接続後に確定します。';
    expect(bar(true)).toContain(note);
    expect(bar(false)).not.toContain(note);
  });
});
