import { tabText } from '#shared/lib/storage/area.ts';
import { fieldsOf, textIn } from '#shared/lib/text/plain.ts';

const key = 'pay.draft';

/**
 * What a buyer has chosen on the way to the order, in this tab alone. It contains nothing of a card and no personal
 * data: what they typed about themselves is a separate form draft. Empty text: not chosen.
 */
export type TabDraft = {
  method: string;
  cvsCode: string;
  /** The last offer that was made. */
  checkout: string;
  /** The order that this tab takes through its payment. */
  order: string;
};

const empty: TabDraft = { method: '', cvsCode: '', checkout: '', order: '' };

/** The draft of a member; a draft of another member is deleted. */
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

/** The bank page to which this tab was sent for an order: after the return, nobody is sent there automatically. */
export const leftFor = {
  read: (order: string): string => tabText.read(leftKey(order)) ?? '',
  write: (order: string, url: string): void => void tabText.write(leftKey(order), url),
};
