import { describe, expect, it } from 'vitest';
import { loginInputSchema } from './accounts.ts';
import { isEmail, tidyEmail } from './email.ts';
import { emailField } from './profile.ts';

describe('an address', () => {
  it.each([
    'hanako@example.jp',
    'hanako..y@docomo.ne.jp',
    'hanako.@docomo.ne.jp',
    '.hanako@ezweb.ne.jp',
    'hana.-ko_.@docomo.ne.jp',
    'ha/na?ko@ezweb.ne.jp',
    'a+b@example.co.jp',
    "o'hara@example.photography",
    'a@xn--q9jyb4c.xn--q9jyb4c',
    `${'a'.repeat(64)}@example.jp`,
    '-@example.jp',
  ])('%s exists, and is taken', (address) => {
    expect(isEmail(address)).toBe(true);
    expect(emailField.parse(address)).toBe(address);
  });

  it.each([
    '',
    'hanako',
    '@example.jp',
    'hanako@',
    'hanako@localhost',
    'hanako@example..jp',
    'hanako@.example.jp',
    'hanako@example.jp.',
    'hanako@-example.jp',
    'hanako@example.1',
    'hana ko@example.jp',
    'hanako@exam ple.jp',
    'a@b@example.jp',
    'hanako@example.jp, other@example.jp',
    'hanako@example.jp;other@example.jp',
    'hanako@example.jp\r\nBcc: other@example.jp',
    'hanako\r\nBcc:other@example.jp',
    '<hanako@example.jp>',
    'Hanako <hanako@example.jp>',
    '"a b"@example.jp',
    'a,b@example.jp',
    'a:b@example.jp',
    'a(b)@example.jp',
    'a\\b@example.jp',
    'hanako@[127.0.0.1]',
    `${'a'.repeat(65)}@example.jp`,
    `a@${'b.'.repeat(130)}jp`,
  ])('%j can be nobody’s', (address) => {
    expect(isEmail(tidyEmail(address))).toBe(false);
    expect(emailField.safeParse(address).success).toBe(false);
  });

  it.each([
    [' Hanako@Example.JP ', 'hanako@example.jp'],
    ['ｈａｎａ．．ｋｏ＠ｄｏｃｏｍｏ．ｎｅ．ｊｐ', 'hana..ko@docomo.ne.jp'],
    ['\u202ahanako@example.jp\u202c\u200b', 'hanako@example.jp'],
    ['"hanako..y"@docomo.ne.jp', 'hanako..y@docomo.ne.jp'],
  ])('typed as %j is the same at the way in and everywhere else', (typed, stored) => {
    expect(emailField.parse(typed)).toBe(stored);
    expect(loginInputSchema.parse({ email: typed, password: 'x' }).email).toBe(stored);
  });
});
