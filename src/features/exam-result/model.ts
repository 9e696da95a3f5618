import type { SubjectReport, SubjectResult, VerdictCard } from '#contracts/examResult.ts';

/** 「53.1」; 「—」 where there is none (exams.md 5). */
export function deviationWords(deviation: number | null): string {
  return deviation === null ? '—' : deviation.toFixed(1);
}

/** Whether most takers had a question right and this one had not: points that are easily won back. */
export function isAloneWrong({ rate, state }: SubjectResult['questions'][number]): boolean {
  return rate !== null && rate >= 0.5 && state !== 'right';
}

/** Bars of a histogram, 0 to 1 of the highest. */
export function barsOf(
  histogram: SubjectReport['histogram'],
): { label: string; share: number; count: number; isMine: boolean }[] {
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  return histogram.map(({ from, to, count, is_mine }) => ({
    label: from === to ? String(from) : `${from}〜${to}`,
    share: count / most,
    count,
    isMine: is_mine,
  }));
}

/** The way to the next verdict: 「国語であと9点でC判定」 (exams.md 5). `null`: there is no next one. */
export function nextWords({ next }: VerdictCard): string | null {
  if (!next) return null;
  if (next.gains === null)
    return `いまの残りの点だけでは${next.to}判定に届きません。次の模試で差をつめましょう。`;
  const gains = next.gains.map(({ name, points }) => `${name}であと${points}点`).join('、');
  return gains === '' ? null : `${gains}で${next.to}判定(ほかの人の点が同じなら)`;
}
