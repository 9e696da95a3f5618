import { describe, expect, it } from 'vitest';
import { tokensSchema, userSchema } from '#contracts/accounts.ts';
import { readTokens, readUser } from './readAccount.ts';

/** JSON that a server might send instead of the promised answer. */
const odd = [null, undefined, '', 'text', 0, 7, true, [], [1], {}, { a: 1 }];

const users = [
  ...odd,
  { id: 5, scope: ['member'] },
  { id: '5', scope: { member: true }, preference: {} },
  { id: '', email: 3, family_name: null, grade: 'h1', unread_count: '3', must_change_password: 'yes' },
  { id: null, unread_count: 4, must_change_password: true, grade: 5, extra: 'dropped' },
  { id: 6, profile_completed: false },
  { id: 6, profile_completed: 'no' },
  ...odd.map((value) => ({ id: value, email: value, scope: value, preference: value, unread_count: value })),
  {
    id: 1,
    preference: { furigana: true, font_scale: 'xlarge', theme: 'dark', playback_rate: 1.5, caption: false },
  },
  { id: 1, preference: { font_scale: 'huge', theme: 3, playback_rate: 3, caption: 1, wifi_only: true } },
  { id: 1, preference: { playback_rate: 0.4 } },
  { id: 1, preference: { quiet_from: '23:30', quiet_to: '6:00', remind_at: 7 } },
  { id: 1, preference: { quiet_from: '24:00', quiet_to: '05:59', remind_at: '19:60' } },
];

describe('reading of account answers', () => {
  it.each(users.map((data) => [JSON.stringify(data), data]))(
    'reads the user %s as the contract does',
    (_, data) => {
      const expected = userSchema.safeParse(data);
      expect(readUser(data)).toEqual(expected.success ? expected.data : null);
    },
  );

  it.each(
    [
      ...odd,
      { access_token: 'a' },
      { access_token: 'a', refresh_token: 'r' },
      { access_token: 'a', refresh_token: '' },
      { access_token: 'a', refresh_token: 3 },
      { access_token: '' },
      { access_token: 12, refresh_token: 'r' },
      { refresh_token: 'r' },
    ].map((data) => [JSON.stringify(data), data]),
  )('reads the tokens %s as the contract does', (_, data) => {
    const expected = tokensSchema.safeParse(data);
    expect(readTokens(data)).toEqual(expected.success ? expected.data : null);
  });
});
