import { describe, expect, it } from 'vitest';
import { codeDay, codeDayStart, type Environment, readCode, writeCode } from './environmentCode.ts';

const phone: Environment = {
  day: codeDay(Date.UTC(2026, 10, 20, 15)),
  device: 'phone',
  system: 'ios',
  browser: 'safari',
  storage: 2,
  clock: 0,
  speed: 5,
  sound: true,
  touch: true,
  mouse: false,
  typed: true,
  fullScreen: false,
  offline: true,
  cut: true,
};
const computer: Environment = {
  ...phone,
  day: 0,
  device: 'computer',
  system: 'linux',
  browser: 'other',
  speed: 7,
  touch: false,
  mouse: true,
  fullScreen: true,
  cut: false,
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('the code of an environment', () => {
  it.each([phone, computer])('is read as it was written', (environment) => {
    const code = writeCode(environment);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(readCode(code)).toEqual(environment);
  });

  it('stays readable for pages that come later', () => {
    expect(writeCode(phone)).toBe('4GFST-5TRN9');
    expect(codeDayStart(phone.day)).toBe(Date.UTC(2026, 10, 20, 15));
  });

  it('is read as people type it', () => {
    const [first = '', last = ''] = writeCode(phone).split('-');
    const wide = String.fromCodePoint(...[...first].map((sign) => (sign.codePointAt(0) ?? 0) + 0xfee0));
    for (const text of [` ${first} ${last.toLowerCase()} `, `${wide}ー${last}`, first + last])
      expect(readCode(text)).toEqual(phone);
    const letters = (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l');
    expect(readCode(letters(writeCode(computer)))).toEqual(computer);
  });

  it('shows every wrong sign, and two neighbours that changed places', () => {
    for (const environment of [phone, computer]) {
      const code = writeCode(environment).replace('-', '');
      for (let at = 0; at < code.length; at += 1) {
        for (const sign of alphabet) {
          if (sign !== code[at]) expect(readCode(code.slice(0, at) + sign + code.slice(at + 1))).toBeNull();
        }
        const swapped = code.slice(0, at) + (code[at + 1] ?? '') + code[at] + code.slice(at + 2);
        if (at < 7 && swapped !== code) expect(readCode(swapped)).toBeNull();
      }
    }
  });

  it.each(['', '12345', 'こんにちは', '00000-00000', 'UUUUU-UUUUU', '123456789012'])('%s is none', (text) => {
    expect(readCode(text)).toBeNull();
  });
});
