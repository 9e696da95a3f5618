import { tabText } from '#shared/lib/storage/area.ts';
import { fieldsOf, numberIn, textIn } from '#shared/lib/text/plain.ts';
import { now } from '#shared/lib/time/clock.ts';

/** The last state of an order that this tab has received. `next`: of `orderNexts`; `at`: epoch ms. */
export type LastState = { next: string; at: number };

const keyOf = (order: string) => `pay.state.${order}`;

/** The last known state of an order in this tab: for a page reloaded without a network (money.md 6). */
export const lastState = {
  read(order: string): LastState | null {
    try {
      const fields = fieldsOf(JSON.parse(tabText.read(keyOf(order)) ?? 'null'));
      const at = fields && numberIn(fields, 'at', null);
      return fields && at !== null ? { next: textIn(fields, 'next'), at } : null;
    } catch {
      return null;
    }
  },
  write(order: string, next: string): void {
    tabText.write(keyOf(order), JSON.stringify({ next, at: now() } satisfies LastState));
  },
};
