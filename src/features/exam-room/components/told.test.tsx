import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type Checkresult, checkresultSchema } from '#contracts/examAttempt.ts';
import type { RunningAttempt } from '#shared/lib/exam/attempt.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { ResultScreen } from './ResultScreen.tsx';
import { RoomBar } from './RoomBar.tsx';
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
  checkresult: Checkresult | null = null,
  cells: LocalCells | null = null,
) =>
  words(
    <ResultScreen
      row={{ ...row, ...change }}
      db={null}
      cells={cells}
      paper={null}
      checkresult={checkresult}
      pages={{ ...pages, report: null }}
      next={null}
      onMarked={() => undefined}
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
