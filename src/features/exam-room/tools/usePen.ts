import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DrawingStore } from '#shared/lib/exam/drawingStore.ts';
import { isNews, type Line, plainPressure, pointOf, sheetUnits } from '#shared/lib/exam/drawings.ts';

/** Radius of the eraser, units of the sheet. */
const eraserUnits = 16;

/** After a pen was used in this tab, fingers scroll the page and no longer draw (exams.md 4). */
let hasSeenPen = false;

/** The position of an event on the sheet. */
function pointIn(field: SVGSVGElement, event: PointerEvent): number[] {
  const box = field.getBoundingClientRect();
  const scale = sheetUnits / (box.width || 1);
  const pressure = event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : plainPressure;
  return pointOf((event.clientX - box.left) * scale, (event.clientY - box.top) * scale, pressure);
}

/**
 * Draws with mouse, pen or finger in a field (exams.md 9). It uses no pointer capture and prevents no default of
 * pointer events, because both interrupt pen lines in Safari. Points between two events are included, and a tap is a
 * dot. A gesture with two fingers is not drawn.
 */
export function usePen(
  store: DrawingStore,
  question: string,
  isErasing: boolean,
): { field: RefObject<SVGSVGElement | null>; live: Line | null; hasPen: boolean } {
  const field = useRef<SVGSVGElement>(null);
  const drawing = useRef<{ pointer: number; line: Line } | null>(null);
  const [live, setLive] = useState<Line | null>(null);
  const [hasPen, setPen] = useState(hasSeenPen);

  const take = (event: PointerEvent) => {
    const present = drawing.current;
    const element = field.current;
    if (!present || !element) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length > 0 ? events : [event]) {
      const point = pointIn(element, one);
      if (isErasing) store.erase(question, point, eraserUnits);
      else if (isNews(present.line, point)) present.line.push(point);
    }
    setLive(isErasing ? null : [...present.line]);
  };
  const end = (isWanted: boolean) => {
    const present = drawing.current;
    drawing.current = null;
    setLive(null);
    if (isWanted && present && !isErasing && present.line.length > 0) store.add(question, present.line);
  };

  const down = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'pen' && !hasSeenPen) {
      hasSeenPen = true;
      setPen(true);
    }
    if (event.pointerType === 'touch' && (hasSeenPen || !event.isPrimary)) {
      // A second finger: this is a gesture, not a line.
      if (!hasSeenPen) end(false);
      return;
    }
    if (event.button !== 0 || drawing.current) return;
    drawing.current = { pointer: event.pointerId, line: [] };
    take(event);
  });
  const move = useEffectEvent((event: PointerEvent) => {
    if (drawing.current?.pointer === event.pointerId) take(event);
  });
  const up = useEffectEvent((event: PointerEvent) => {
    if (drawing.current?.pointer === event.pointerId) end(true);
  });
  // The browser takes over the pointer for a gesture: a finger's line is dropped, a pen's line is kept.
  const cancel = useEffectEvent((event: PointerEvent) => {
    if (drawing.current?.pointer === event.pointerId) end(event.pointerType === 'pen');
  });
  /**
   * Where fingers scroll the page, a pen must not: a pen's touch is stopped before the browser makes a gesture of it.
   */
  const touch = useEffectEvent((event: TouchEvent) => {
    if (drawing.current && hasSeenPen && event.cancelable) event.preventDefault();
  });

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('pointerdown', (event) => down(event), { signal });
    addEventListener('pointermove', (event) => move(event), { signal });
    addEventListener('pointerup', (event) => up(event), { signal });
    addEventListener('pointercancel', (event) => cancel(event), { signal });
    element.addEventListener('touchstart', (event) => touch(event), { signal, passive: false });
    return () => stop.abort();
  }, []);
  // Another question has another sheet: a line in progress is not carried over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends what the former question had
  useEffect(() => {
    drawing.current = null;
    setLive(null);
  }, [question]);

  return { field, live, hasPen };
}
