import { savingFailedBehind, savingWorks, troubleOf } from '#shared/lib/storage/saving.ts';
import { now } from '#shared/lib/time/clock.ts';

const prefix = 'draft.';
/** How long a draft is kept (product.md 2.0.3), ms. */
const keptForMs = 24 * 60 * 60 * 1000;

type Fields = Record<string, string>;
type Draft = { owner: string; at: number; fields: Fields };

/** Drafts that the browser could not store, until this tab is closed. */
const spare = new Map<string, Draft>();

function readDraft(key: string): Draft | null {
  const own = spare.get(key);
  if (own) return own;
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return draft && typeof draft.fields === 'object' && typeof draft.at === 'number' ? draft : null;
  } catch {
    return null;
  }
}

/** Unsent input of a form, kept on this device for a day. Never for passwords or cards. */
export type FormDraft = { read: () => Fields; keep: (fields: Fields) => void; drop: () => void };

/**
 * The draft of a form. `owner`: id of the member, empty for a guest. A draft of another owner is deleted and not shown,
 * because families share devices.
 */
export function formDraft(name: string, owner: string): FormDraft {
  const key = prefix + name;
  const drop = () => {
    spare.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is blocked: nothing was kept.
    }
  };
  return {
    read: () => {
      const draft = readDraft(key);
      if (!draft) return {};
      const age = now() - draft.at;
      if (draft.owner === owner && age >= 0 && age < keptForMs) return draft.fields;
      drop();
      return {};
    },
    keep: (fields) => {
      if (Object.values(fields).every((value) => value === '')) return drop();
      try {
        localStorage.setItem(key, JSON.stringify({ owner, at: now(), fields } satisfies Draft));
        spare.delete(key);
        savingWorks('form');
      } catch (error) {
        // Storage is blocked or full: the form still works, and this tab keeps the input.
        spare.set(key, { owner, at: now(), fields });
        if (troubleOf(error) === 'full') savingFailedBehind(error, 'form');
      }
    },
    drop,
  };
}

/** Deletes the drafts of a member who logs out; a guest's drafts belong to nobody known. */
export function dropDraftsOf(owner: string): void {
  for (const [key, draft] of spare) if (draft.owner === owner) spare.delete(key);
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      if (readDraft(key)?.owner === owner) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
