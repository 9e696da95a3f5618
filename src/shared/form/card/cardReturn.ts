import { bankWayKey as key } from '#shared/lib/shop/bankWay.ts';
import { tabText } from '#shared/lib/storage/area.ts';
import { fieldsOf, textIn } from '#shared/lib/text/plain.ts';

/** The card for which this tab went to the bank's page, that page, and the page to return to. */
type CardReturn = { card: string; url: string; back: string };

/**
 * The last visit of this tab to a bank for a card that is being kept, not for an order: both return to the same
 * address. It stores nothing of the card except its id in our list.
 */
export const cardReturn = {
  read(): CardReturn | null {
    try {
      const fields = fieldsOf(JSON.parse(tabText.read(key) ?? 'null'));
      if (!fields) return null;
      const back = textIn(fields, 'back');
      // Only a page of ours, whatever the storage contains.
      if (!/^\/mypage\/[\w/-]*$/.test(back)) return null;
      return { card: textIn(fields, 'card'), url: textIn(fields, 'url'), back };
    } catch {
      return null;
    }
  },
  write: (left: CardReturn): void => void tabText.write(key, JSON.stringify(left)),
  clear: (): void => tabText.remove(key),
};
