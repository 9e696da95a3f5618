import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { checkresultSchema } from '#contracts/examAttempt.ts';
import { answersFileSchema } from '#contracts/examContent.ts';
import type { EndedPaper } from '../useEndedPaper.ts';
import { Explanations } from './Explanations.tsx';

const name = { kind: 'choice' as const, label: '1', id: 'q1', question: '問1', section: '第1問' };
const result = checkresultSchema.parse({
  status: 'marked',
  slots: [{ slot: 'q1.1', group: 'g1', state: 'wrong', value: '2', key: '3' }],
});
const answers = answersFileSchema.parse({
  ...{ format: 1, subject: 's', version: 'v', tracks: [] },
  questions: [{ id: 'q1', why: '', lessons: [], keys: { 'q1.1': '3' }, rubric: [], model: '' }],
});

const words = (questions: Partial<EndedPaper>) =>
  renderToStaticMarkup(
    <Explanations
      result={result}
      answers={answers}
      names={{ slots: [{ slot: 'q1.1', ...name }], choices: [] }}
      questions={{ paper: null, isMissing: false, isLoading: false, load: () => undefined, ...questions }}
      media={{ sourceOf: async () => null }}
    />,
  ).replaceAll(/<[^>]+>/g, '');

it('explanations whose questions have gone from the device name them, say so, and bring them on a tap', () => {
  const said = words({ isMissing: true });
  expect(said).toContain('問題文を開けませんでした。正解と解説は、このまま見られます。');
  expect(said).toContain('問題文を読み込む');
  expect(said).toContain('第1問 問1 不正解');
  expect(words({ isLoading: true })).toContain('問題文を読み込んでいます…');
  expect(words({})).not.toContain('問題文');
});
