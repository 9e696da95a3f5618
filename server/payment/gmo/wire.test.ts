import { expect, it } from 'vitest';
import { decodeAnswer, foldForGateway, formBody, readReply, rowsOf, unsendable } from './wire.ts';

it('row 62: letters go out as the bytes of the gateway, folded where only the look is the same', () => {
  expect(formBody({ CustomerName: '山田〜花子' })).toBe('CustomerName=%8ER%93c%81%60%89%D4%8Eq');
  expect(formBody({ CustomerName: '髙﨑①' })).toBe('CustomerName=%FB%FC%FA%B1%87%40');
  expect(formBody({ a: '−—', b: 'ｶﾞｷﾞｸﾞ' })).toBe('a=%81%7C%81%5C&b=%83K%83M%83O');
  expect(foldForGateway('¥')).toBe('￥');
});

it('row 62: letters that the gateway does not have are named, never sent as a question mark', () => {
  expect(unsendable('𠮷野家')).toEqual(['𠮷']);
  expect(unsendable('はなこ🙂🙂')).toEqual(['🙂']);
  expect(unsendable('José')).toEqual(['é']);
  expect(unsendable('改\n行')).toEqual(['\n']);
  expect(unsendable('髙橋 﨑〜？?')).toEqual([]);
});

it('row 62: what was sent comes back as the same text', () => {
  const bytes = Buffer.from(
    formBody({ N: '表示ソ能十・髙ー' })
      .slice(2)
      .replaceAll(/%([0-9A-F]{2})|(.)/g, (_, hex: string, plain: string) =>
        hex ? hex : plain.charCodeAt(0).toString(16).padStart(2, '0'),
      ),
    'hex',
  );
  expect(decodeAnswer(bytes)).toBe('表示ソ能十・髙ー');
});

it('sends plus, blank and percent so that a token stays what it is', () => {
  expect(formBody({ Token: 'a+b/c=%', left: undefined, n: 0 })).toBe('Token=a%2Bb%2Fc%3D%25&n=0');
  expect(formBody({ name: 'A B' })).toBe('name=A%20B');
});

it('row 44: the address of a challenge is the rest of the text, with its ampersands', () => {
  const text = 'ACS=2&RedirectUrl=https://ch.example.jp/v1/Redirect?AccessID=0a&t=1f+2&TranID=x';
  expect(readReply(text, ['ACS'])).toEqual({
    fields: { ACS: '2', RedirectUrl: 'https://ch.example.jp/v1/Redirect?AccessID=0a&t=1f+2&TranID=x' },
  });
});

it('keeps an ampersand within a value, and the plus of a token', () => {
  expect(readReply('BankName=A&B銀行&BankCode=03+10', ['BankName'])).toEqual({
    fields: { BankName: 'A&B銀行', BankCode: '03+10' },
  });
});

it('takes no answer for whole that lacks a key, and none for one that is a page', () => {
  expect(readReply('AccessID=1', ['AccessID', 'AccessPass'])).toBeNull();
  expect(readReply('<html><body>maintenance</body></html>', ['AccessID'])).toBeNull();
  expect(readReply('', ['AccessID'])).toBeNull();
});

it('row 56: errors are paired by their places, also when one list is shorter', () => {
  expect(readReply('ErrCode=E01|42G&ErrInfo=E01060006', [])).toEqual({
    errors: [
      { code: 'E01', info: 'E01060006' },
      { code: '42G', info: '' },
    ],
  });
});

it('reads lists of the same length as rows', () => {
  expect(rowsOf({ A: '0|1', B: 'x|' }, ['A', 'B'])).toEqual([
    { A: '0', B: 'x' },
    { A: '1', B: '' },
  ]);
  expect(rowsOf({ A: '0|1', B: 'x' }, ['A', 'B'])).toBeNull();
});

it('reads no bytes that are no letters', () => {
  expect(decodeAnswer(Uint8Array.from([0x41, 0xff, 0xfe]))).toBeNull();
});
