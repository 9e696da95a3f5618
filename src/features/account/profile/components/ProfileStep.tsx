import { getProfile } from '#shared/form/profileApi.ts';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { readProfileDraft } from '../draft.ts';
import { valuesOf, withLocked } from '../model.ts';
import { ProfileForm, type Saved } from './ProfileForm.tsx';

/** Loads what the server knows and what was typed before, then shows the form. */
export function ProfileStep({ userId, onSaved }: { userId: string; onSaved: (saved: Saved) => void }) {
  const load = async (options: AskOptions) => {
    const [profile, draft] = await Promise.all([getProfile(options), readProfileDraft(userId)]);
    return { profile, initial: withLocked(draft ?? valuesOf(profile), profile) };
  };
  return <ServerFirst load={load}>{(known) => <ProfileForm {...known} onSaved={onSaved} />}</ServerFirst>;
}
