import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import { scrollAfterZoom, steppedZoom, withinZoom } from './model.ts';

type Point = { x: number; y: number };
type Zoom = { zoom: number; step: (step: 1 | -1) => void };

function pointOf(host: HTMLElement, clientX: number, clientY: number): Point {
  const box = host.getBoundingClientRect();
  return { x: clientX - box.left, y: clientY - box.top };
}

function middle(host: HTMLElement): Point {
  return { x: host.clientWidth / 2, y: host.clientHeight / 2 };
}

/**
 * Zoom of a picture inside a scrolled box: steps, wheel with Ctrl (touchpads send this for a pinch), pinch with two
 * fingers, keys + − 0. Panning is the browser's own scrolling; with a mouse also dragging.
 *
 * @param picture identifies the picture: a new one is shown whole.
 */
export function useZoom(host: RefObject<HTMLElement | null>, picture: string): Zoom {
  const [state, setState] = useState({ picture, zoom: 1 });
  if (state.picture !== picture) setState({ picture, zoom: 1 });
  const { zoom } = state;
  const present = useRef(1);
  const scrollTo = useRef<{ left: number; top: number } | null>(null);

  const change = useCallback(
    (wanted: number, around?: Point) => {
      const box = host.current;
      const next = withinZoom(wanted);
      if (!box || next === present.current) return;
      const { x, y } = around ?? middle(box);
      const ratio = next / present.current;
      scrollTo.current = {
        left: scrollAfterZoom(box.scrollLeft, x, ratio),
        top: scrollAfterZoom(box.scrollTop, y, ratio),
      };
      present.current = next;
      setState((now) => ({ ...now, zoom: next }));
    },
    [host],
  );

  // The picture has its new size now.
  useLayoutEffect(() => {
    present.current = zoom;
    if (scrollTo.current) host.current?.scrollTo({ ...scrollTo.current, behavior: 'instant' });
    scrollTo.current = null;
  }, [zoom, host]);

  useEffect(() => {
    const box = host.current;
    if (!box) return;
    return listen(box, { change, zoom: () => present.current });
  }, [host, change]);

  const step = useCallback((by: 1 | -1) => change(steppedZoom(present.current, by)), [change]);
  return { zoom, step };
}

type Controls = { change: (zoom: number, around?: Point) => void; zoom: () => number };

function listen(box: HTMLElement, controls: Controls): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  listenToWheel(box, controls, signal);
  listenToKeys(box, controls, signal);
  listenToFingers(box, controls, signal);
  listenToMouse(box, signal);
  return () => stop.abort();
}

function listenToWheel(box: HTMLElement, { change, zoom }: Controls, signal: AbortSignal): void {
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    change(zoom() * Math.exp(-event.deltaY / 200), pointOf(box, event.clientX, event.clientY));
  };
  box.addEventListener('wheel', turn, { signal, passive: false });
  const twice = (event: MouseEvent) => change(zoom() > 1 ? 1 : 2, pointOf(box, event.clientX, event.clientY));
  box.addEventListener('dblclick', twice, { signal });
}

function listenToKeys(box: HTMLElement, { change, zoom }: Controls, signal: AbortSignal): void {
  const wanted: Record<string, () => number> = {
    '+': () => steppedZoom(zoom(), 1),
    ';': () => steppedZoom(zoom(), 1),
    '=': () => steppedZoom(zoom(), 1),
    '-': () => steppedZoom(zoom(), -1),
    '0': () => 1,
  };
  const press = (event: KeyboardEvent) => {
    const next =
      isImeKey(event) || event.ctrlKey || event.metaKey || event.altKey ? undefined : wanted[event.key];
    if (!next) return;
    event.preventDefault();
    change(next());
  };
  box.addEventListener('keydown', press, { signal });
}

function listenToFingers(box: HTMLElement, { change, zoom }: Controls, signal: AbortSignal): void {
  const fingers = new Map<number, PointerEvent>();
  let begin: { distance: number; zoom: number } | null = null;
  const spread = () => {
    const [a, b] = [...fingers.values()];
    if (!a || !b) return null;
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    return { distance, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
  };
  const put = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    fingers.set(event.pointerId, event);
    const now = spread();
    begin = now && now.distance > 0 ? { distance: now.distance, zoom: zoom() } : null;
  };
  const move = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    const now = spread();
    if (now && begin) change((begin.zoom * now.distance) / begin.distance, pointOf(box, now.x, now.y));
  };
  const lift = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    begin = null;
  };
  box.addEventListener('pointerdown', put, { signal });
  box.addEventListener('pointermove', move, { signal });
  for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    box.addEventListener(type, lift, { signal });
  }
}

/** With a mouse the picture is dragged. */
function listenToMouse(box: HTMLElement, signal: AbortSignal): void {
  let from: { x: number; y: number; left: number; top: number } | null = null;
  const take = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
  };
  const drag = (event: PointerEvent) => {
    if (!from || event.buttons === 0) return;
    box.scrollTo(from.left - (event.clientX - from.x), from.top - (event.clientY - from.y));
  };
  const leave = () => {
    from = null;
  };
  box.addEventListener('pointerdown', take, { signal });
  box.addEventListener('pointermove', drag, { signal });
  for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    box.addEventListener(type, leave, { signal });
  }
}
