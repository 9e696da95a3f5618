import { expect, it } from 'vitest';
import { checkReason } from './reasonRule.ts';

it.each([
  ['', null],
  ['あ'.repeat(500), null],
  ['あ'.repeat(501), '理由は500文字以内で入力してください。'],
  ['カード4111 1111 1111 1111で払ったため', 'カード番号は、ここに入力しないでください。'],
])('row 49: a reason %j', (reason, wrong) => {
  expect(checkReason(reason)).toBe(wrong);
});
