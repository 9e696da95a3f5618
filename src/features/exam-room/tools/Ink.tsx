import { getStroke } from 'perfect-freehand';
import { memo } from 'react';
import { type Line, pathOf, plainPressure } from '#shared/lib/exam/drawings.ts';

/** Line width, in units of the sheet. */
const thickness = 6;

/** One line of ink. `isLive`: it is still being drawn. */
export const Ink = memo(function Ink({ line, isLive = false }: { line: Line; isLive?: boolean }) {
  const outline = getStroke(line, {
    size: thickness,
    thinning: 0.5,
    smoothing: 0.5,
    streamline: 0.4,
    simulatePressure: line.every(([, , pressure]) => pressure === plainPressure),
    last: !isLive,
  });
  return <path d={pathOf(outline)} />;
});
