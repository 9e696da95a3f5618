import type { ReactNode } from 'react';
import type { Inventory } from '#contracts/inventory.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { texts } from '../texts.ts';
import { CourseCard } from './CourseCard.tsx';
import styles from './CourseGrid.module.css';

/** From this number of courses on, only those near the window are in the page (performance.md 3). */
const virtualFrom = 60;

const loadVirtualGrid = loadAgain(() => import('./VirtualCourseGrid.tsx'));

/** Draws the page's own control, the bookmark, on a card. */
export type RenderMark = (item: Inventory) => ReactNode;

/** The courses as cards: one column on a phone, up to four on the widest screens. `now`: epoch ms. */
export function CourseGrid({
  items,
  now,
  renderMark,
}: {
  items: readonly Inventory[];
  now: number;
  renderMark?: RenderMark;
}) {
  if (items.length >= virtualFrom) {
    return (
      <LatePart load={loadVirtualGrid} waiting={<div className={styles.waiting} />}>
        {({ VirtualCourseGrid }) => <VirtualCourseGrid items={items} now={now} renderMark={renderMark} />}
      </LatePart>
    );
  }
  return (
    <ul className={styles.grid} aria-label={texts.listLabel}>
      {items.map((item) => (
        <li key={item.id}>
          <CourseCard item={item} now={now} mark={renderMark?.(item)} />
        </li>
      ))}
    </ul>
  );
}
