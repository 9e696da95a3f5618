import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useSession } from '#shared/lib/account/useSession.ts';
import { keptStartOf } from '#shared/lib/shop/keptPrefix.ts';
import { localText } from '#shared/lib/storage/area.ts';

/** A part of the learner's home page that not everybody has and that comes later than the page. */
export type HomePart = 'unpaid' | 'review' | 'exam';

/**
 * How much room a part took on this learner's home page last time on this device, px; 0: it was not there. The page
 * keeps it from the start, so that nothing moves under a finger when the part comes (performance.md 4.12). Deleted when
 * the session ends, with all that is kept about buying.
 */
export const keptRoom = {
  read: (owner: string, part: HomePart): number => {
    const height = Number(localText.read(keyOf(owner, part)));
    return height > 0 && height < 1000 ? height : 0;
  },
  write: (owner: string, part: HomePart, height: number): void => {
    if (height > 0) localText.write(keyOf(owner, part), String(Math.round(height)));
    else localText.remove(keyOf(owner, part));
  },
};

function keyOf(owner: string, part: HomePart): string {
  return `${keptStartOf(owner)}room.${part}`;
}

/**
 * Remembers the room of the element that gets the answered ref. `count`: how many things the part has, 0 when it is not
 * shown; `undefined` while that is not known.
 */
export function useKeptRoom(part: HomePart, count: number | undefined): RefObject<HTMLElement | null> {
  const owner = useSession().user?.id;
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!owner || count === undefined) return;
    const { current } = section;
    if (!current) return keptRoom.write(owner, part, 0);
    // The page may still be on its way to its last layout when the part comes.
    const watch = new ResizeObserver(() => keptRoom.write(owner, part, current.offsetHeight));
    watch.observe(current);
    return () => watch.disconnect();
  }, [owner, part, count]);
  return section;
}
