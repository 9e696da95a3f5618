import type { Preference, Tokens, User } from '#contracts/accounts.ts';
import { readDisplay } from '../storage/readDisplay.ts';
import { type Fields, fieldsOf, flagIn, numberIn, textIn, textOrNullIn } from '../text/plain.ts';

/** An answer of login or refresh (`tokensSchema`); `null`: there is no access token in it. */
export function readTokens(data: unknown): Tokens | null {
  const fields = fieldsOf(data);
  const access = fields && textIn(fields, 'access_token');
  if (!fields || !access) return null;
  return { access_token: access, refresh_token: textIn(fields, 'refresh_token') || undefined };
}

function readPreference(data: unknown): Preference | undefined {
  const fields = fieldsOf(data);
  if (!fields) return undefined;
  const rate = numberIn(fields, 'playback_rate', 1);
  return {
    ...readDisplay(fields),
    playback_rate: rate >= 0.5 && rate <= 2 ? rate : 1,
    caption: flagIn(fields, 'caption', true),
    wifi_only: flagIn(fields, 'wifi_only'),
    quiet_from: timeIn(fields, 'quiet_from', '22:00'),
    quiet_to: timeIn(fields, 'quiet_to', '07:00'),
    remind_at: timeIn(fields, 'remind_at', '19:00'),
    review_flagged: flagIn(fields, 'review_flagged', true),
  };
}

function timeIn(fields: Fields, name: string, otherwise: string): string {
  const time = textIn(fields, name);
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : otherwise;
}

function readId(fields: Fields): string {
  return textIn(fields, 'id') || String(numberIn(fields, 'id', ''));
}

/** The user (`userSchema`); `null`: it is not an object (session.md 9.1). */
export function readUser(data: unknown): User | null {
  const fields = fieldsOf(data);
  if (!fields) return null;
  return {
    id: readId(fields),
    email: textIn(fields, 'email'),
    family_name: textIn(fields, 'family_name'),
    given_name: textIn(fields, 'given_name'),
    grade: textOrNullIn(fields, 'grade'),
    scope: fields.scope,
    preference: readPreference(fields.preference),
    must_change_password: flagIn(fields, 'must_change_password'),
    profile_completed: flagIn(fields, 'profile_completed', true),
    unread_count: numberIn(fields, 'unread_count', 0),
  };
}
