import { keptPrefix } from '#shared/lib/shop/keptPrefix.ts';
import { localText } from '#shared/lib/storage/area.ts';

/**
 * How much room the unpaid orders took on the learner's home page last time, px; 0: there were none. The page keeps it
 * from the start, so that nothing moves under a finger when they come (performance.md 4.12). Deleted at logout with all
 * that is kept about buying.
 */
export const unpaidRoom = {
  read: (owner: string): number => {
    const height = Number(localText.read(keyOf(owner)));
    return height > 0 && height < 1000 ? height : 0;
  },
  write: (owner: string, height: number): void => {
    if (height > 0) localText.write(keyOf(owner), String(Math.round(height)));
    else localText.remove(keyOf(owner));
  },
};

function keyOf(owner: string): string {
  return `${keptPrefix}${encodeURIComponent(owner)}.unpaid`;
}
