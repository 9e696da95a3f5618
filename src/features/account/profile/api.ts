import { type Profile, type ProfileInput, profileSchema } from '#contracts/profile.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

/** The whole user, as the server has it now. */
export function getProfile(options: AskOptions): Promise<Profile> {
  return getJson('accounts/user/', { ...options, schema: profileSchema, slot: 'profile' });
}

/** Saves the profile, and asks the guardian named in it. */
export function putProfile(body: ProfileInput, idempotencyKey: string): Promise<Profile> {
  return sendJson('PUT', 'accounts/profile/', { body, idempotencyKey, schema: profileSchema });
}
