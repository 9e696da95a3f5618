import { type Profile, type ProfileInput, profileSchema } from '#contracts/profile.ts';
import { sendJson } from '#shared/lib/http/json.ts';

/** Saves the profile, and asks the guardian named in it. */
export function putProfile(body: ProfileInput, idempotencyKey: string): Promise<Profile> {
  return sendJson('PUT', 'accounts/profile/', { body, idempotencyKey, schema: profileSchema });
}
