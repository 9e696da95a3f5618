import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import type { Inventory } from '#contracts/inventory.ts';
import { texts } from '../texts.ts';
import { CourseCard } from './CourseCard.tsx';
import styles from './CourseGrid.module.css';
import type { RenderMark } from './CourseGrid.tsx';

/** Cards per row on this screen, from the style sheet (`--columns`). */
function useColumns(): number {
  const [columns, setColumns] = useState(columnsNow);
  useLayoutEffect(() => {
    const update = () => setColumns(columnsNow());
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  return columns;
}

function columnsNow(): number {
  const widths = ['37.5em', '60em', '119em'];
  return 1 + widths.filter((width) => matchMedia(`(min-width: ${width})`).matches).length;
}

/** Height of a row before it is measured, in pixels. */
function estimate(columns: number): number {
  return columns === 1 ? 132 : 360;
}

/** Space between rows in pixels, from the style sheet. */
function gapOf(columns: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (columns === 1 ? 0.75 : 1.25) * rem;
}

/** A card that is not drawn again when the rows around it change during scrolling. */
const Cell = memo(function Cell({ item, now, renderMark }: CellProps) {
  return <CourseCard item={item} now={now} mark={renderMark?.(item)} />;
});
type CellProps = { item: Inventory; now: number; renderMark?: RenderMark };

/**
 * The grid for long lists: only rows near the window are in the page, paddings replace the others (library:
 * @tanstack/react-virtual). Screen readers are told the real size of the list.
 *
 * @tanstack/react-virtual). Screen readers hear the real size of the list.
 */
export function VirtualCourseGrid({
  items,
  now,
  renderMark,
}: {
  items: readonly Inventory[];
  now: number;
  renderMark?: RenderMark;
}) {
  const columns = useColumns();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => estimate(columns),
    overscan: 4,
    gap: gapOf(columns),
    scrollMargin: top,
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const before = (rows[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top);
  const shown = rows.flatMap((row) =>
    items
      .slice(row.index * columns, (row.index + 1) * columns)
      .map((item, column) => ({ item, row, column })),
  );
  return (
    <ul
      ref={list}
      className={styles.grid}
      style={{ paddingTop: before, paddingBottom: after }}
      aria-label={texts.listLabel}
    >
      {shown.map(({ item, row, column }) => (
        <li
          key={item.id}
          ref={column === 0 ? virtualizer.measureElement : undefined}
          data-index={row.index}
          aria-setsize={items.length}
          aria-posinset={row.index * columns + column + 1}
        >
          <Cell item={item} now={now} renderMark={renderMark} />
        </li>
      ))}
    </ul>
  );
}
