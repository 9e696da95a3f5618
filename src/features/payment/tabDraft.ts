import { fieldsOf, textIn } from '#shared/lib/plain.ts';
import { tabText } from '#shared/lib/storage/area.ts';

const key = 'pay.draft';

/**
 * What a buyer has chosen on the way to the order, in this tab alone. Nothing of a card, and nothing that says who they
 * are: what they typed about themselves is a draft of its form. Empty words: not chosen.
 */
export type TabDraft = {
  method: string;
  cvsCode: string;
  /** The offer that was made last. */
  checkout: string;
  /** The order that this tab takes through its payment. */
  order: string;
};

const empty: TabDraft = { method: '', cvsCode: '', checkout: '', order: '' };

/** The draft of a member; another one's is forgotten. */
export function readTabDraft(owner: string): TabDraft {
  try {
    const fields = fieldsOf(JSON.parse(tabText.read(key) ?? 'null'));
    if (!fields || textIn(fields, 'owner') !== owner) return empty;
    return Object.fromEntries(Object.keys(empty).map((name) => [name, textIn(fields, name)])) as TabDraft;
  } catch {
    return empty;
  }
}

/** Changes the draft of a member. */
export function writeTabDraft(owner: string, change: Partial<TabDraft>): void {
  tabText.write(key, JSON.stringify({ ...readTabDraft(owner), ...change, owner }));
}

const leftKey = (order: string) => `pay.left.${order}`;

/** Which page of a bank this tab has been sent to for an order: back from there nobody is sent on by themselves. */
export const leftFor = {
  read: (order: string): string => tabText.read(leftKey(order)) ?? '',
  write: (order: string, url: string): void => void tabText.write(leftKey(order), url),
};
