import { fieldsOf, textIn } from '#shared/lib/plain.ts';
import { tabText } from '#shared/lib/storage/area.ts';

const key = 'card.return';

/** Which card this tab has left for the bank's page with, which page that is, and where its owner comes back to. */
type CardReturn = { card: string; url: string; back: string };

/**
 * The last leaving of this tab for a bank, where it was for a card that shall be kept and not for an order: the way back
 * from there is the same for both. Holds nothing of the card but its number in our list.
 */
export const cardReturn = {
  read(): CardReturn | null {
    try {
      const fields = fieldsOf(JSON.parse(tabText.read(key) ?? 'null'));
      if (!fields) return null;
      const back = textIn(fields, 'back');
      // A page of ours, whatever stands in the storage.
      if (!/^\/mypage\/[\w/-]*$/.test(back)) return null;
      return { card: textIn(fields, 'card'), url: textIn(fields, 'url'), back };
    } catch {
      return null;
    }
  },
  write: (left: CardReturn): void => void tabText.write(key, JSON.stringify(left)),
  clear: (): void => tabText.remove(key),
};
