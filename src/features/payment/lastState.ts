import { fieldsOf, numberIn, textIn } from '#shared/lib/plain.ts';
import { tabText } from '#shared/lib/storage/area.ts';
import { now } from '#shared/lib/time/clock.ts';

/** How an order stood when this tab heard of it last. `next`: of `orderNexts`; `at`: epoch ms. */
export type LastState = { next: string; at: number };

const keyOf = (order: string) => `pay.state.${order}`;

/** How an order stood when this tab heard of it last: for a page that is loaded again without a network (money.md 6). */
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
