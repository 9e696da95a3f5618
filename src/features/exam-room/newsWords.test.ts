import { expect, it } from 'vitest';
import { orphanReasons } from '#contracts/examMerge.ts';
import { newsWords } from './newsWords.ts';

const dropped = (...reasons: string[]) =>
  newsWords({ kind: 'dropped', cells: reasons.map((reason, n) => ({ slot: String(n), v: '1', reason })) });

it('an answer that does not count is told with its own reason, not always as too late', () => {
  expect(dropped('late')).toBe(
    '1件の解答は採点に入りません。終了時刻のあとに入力されたためです。入力した内容は記録しています。',
  );
  const said = orphanReasons.map((reason) => dropped(reason));
  expect(new Set(said).size).toBe(orphanReasons.length);
  for (const words of said) expect(words).toMatch(/^1件の解答は採点に入りません。.+ためです。/);
  for (const reason of ['epoch', 'closed', 'unknown']) expect(dropped(reason)).not.toContain('終了時刻');
});

it('time for an outage and time that was given have words of their own', () => {
  const extended = (outageMs: number, givenMs: number) => newsWords({ kind: 'extended', outageMs, givenMs });
  expect(extended(450_000, 0)).toBe('サーバー障害のため 7分30秒 延長されました。');
  expect(extended(0, 300_000)).toBe('受験時間が 5分0秒 延長されました。');
  expect(extended(450_000, 300_000)).toBe(extended(450_000, 0) + extended(0, 300_000));
  expect(newsWords({ kind: 'unlocked', isOutage: false })).not.toContain('障害');
  expect(newsWords({ kind: 'unlocked', isOutage: true })).toContain('サーバー障害のため');
});

it('several reasons are told one after the other, each with its number', () => {
  const words = dropped('late', 'unknown', 'late');
  expect(words).toContain('2件の解答は採点に入りません。終了時刻のあとに');
  expect(words).toContain('1件の解答は採点に入りません。この受験の解答として');
});
