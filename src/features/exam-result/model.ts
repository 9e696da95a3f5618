import type { Report, SubjectReport, SubjectResult, VerdictCard } from '#contracts/examResult.ts';
import { texts } from './texts.ts';

/** 「53.1」; 「—」 where there is none (exams.md 5). */
export function deviationWords(deviation: number | null): string {
  return deviation === null ? '—' : deviation.toFixed(1);
}

/** Whether most takers had a question right and this one did not: these points are easy to win. */
export function isAloneWrong({ rate, state }: SubjectResult['questions'][number]): boolean {
  return rate !== null && rate >= 0.5 && state !== 'right';
}

/** Bars of a histogram, as a share (0 to 1) of the highest. */
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
  if (next.gains === null) return texts.nextFar(next.to);
  const gains = next.gains.map(({ name, points }) => texts.gain(name, points)).join('、');
  return gains === '' ? null : texts.next(gains, next.to);
}

/**
 * Why a sum or 判定 has no number. What was not taken comes first: while a subject of it is missing, waiting for the
 * others brings nothing.
 */
export function missingWords(
  { missing, waiting }: Pick<VerdictCard, 'missing' | 'waiting'>,
  words: { missing(names: string): string; waiting(names: string): string },
): string | null {
  const lost = missing.filter((name) => !waiting.includes(name));
  if (lost.length > 0) return words.missing(lost.join('、'));
  return waiting.length > 0 ? words.waiting(waiting.join('、')) : null;
}

const kinds = { provisional: '暫定', frozen: '確定', regraded: '再採点後' };

/**
 * The result as text for sharing: marks and 偏差値 of the subjects taken, and 判定 only when the learner adds it. It never
 * contains a name, a number, the learner's own school or 内申, nor anything still under investigation.
 */
export function shareText(
  { name, cohort, subjects, totals, verdicts }: Report,
  hasVerdicts: boolean,
): string {
  const lineOf = (
    title: string,
    { score, full, deviation }: Pick<SubjectReport, 'score' | 'full' | 'deviation'>,
  ) =>
    score === null
      ? []
      : [`${title} ${score}/${full}点${deviation === null ? '' : ` 偏差値${deviationWords(deviation)}`}`];
  const told = subjects.filter(({ note }) => note === '');
  return [
    cohort ? `${name}(${kinds[cohort.kind]})` : name,
    ...told.flatMap((subject) => lineOf(subject.name, subject)),
    ...totals.flatMap((total) => lineOf(total.name, total)),
    ...(hasVerdicts ? verdicts : []).flatMap(({ rank, school, faculty, method, verdict }) =>
      verdict === null
        ? []
        : [`第${rank}志望 ${[school, faculty, method].filter(Boolean).join(' ')} ${verdict}判定(目安)`],
    ),
  ].join('\n');
}
