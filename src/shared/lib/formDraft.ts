import { now } from './clock.ts';

const prefix = 'draft.';
/** How long a draft is kept (product.md 2.0 "Forms"), ms. */
const keptForMs = 24 * 60 * 60 * 1000;

type Fields = Record<string, string>;
type Draft = { owner: string; at: number; fields: Fields };

function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return draft && typeof draft.fields === 'object' && typeof draft.at === 'number' ? draft : null;
  } catch {
    return null;
  }
}

/** What was typed into a form and not sent, on this device for a day. Never for passwords or cards. */
export type FormDraft = { read: () => Fields; keep: (fields: Fields) => void; drop: () => void };

/**
 * The draft of a form. `owner`: id of the member, empty for a guest; what another one has left is not shown but
 * forgotten: families share devices.
 */
export function formDraft(name: string, owner: string): FormDraft {
  const key = prefix + name;
  const drop = () => {
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
      } catch {
        // Storage is blocked or full: the form works without a draft.
      }
    },
    drop,
  };
}

/** Forgets the drafts of a member who leaves; a guest's are of nobody known. */
export function dropDraftsOf(owner: string): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      if (readDraft(key)?.owner === owner) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
