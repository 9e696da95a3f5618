import { type Profile, profileSchema } from '#contracts/profile.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

/** The whole user, as the server has it now: initial values for a form about the person. */
export function getProfile(options: AskOptions): Promise<Profile> {
  return getJson('accounts/user/', { ...options, schema: profileSchema, slot: 'profile' });
}
