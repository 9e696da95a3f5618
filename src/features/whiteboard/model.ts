import type { Board, WhiteboardBundle } from '#contracts/lesson.ts';

/** Path of the boards of a course (product.md 3.4). */
export const whiteboardPath = '/api/lms/whiteboard/';

/** Boards in the order of the video. */
export function inVideoOrder(boards: readonly Board[]): Board[] {
  return [...boards].sort((a, b) => a.start_sec - b.start_sec);
}

/**
 * The boards of a lesson: those the lesson itself names, else those the course's bundle has for it; servers may send
 * either.
 */
export function boardsOf(
  lesson: { id: string; whiteboards: readonly Board[] },
  bundle: WhiteboardBundle | undefined,
): Board[] {
  if (lesson.whiteboards.length > 0 || !bundle) return inVideoOrder(lesson.whiteboards);
  return inVideoOrder(bundle.images.filter((image) => image.lesson === lesson.id));
}

/** Index of the board that stands at a second of the video; 0 before the first one begins, -1 without boards. */
export function boardAt(boards: readonly Board[], second: number): number {
  if (boards.length === 0) return -1;
  // A jump to a board's beginning may land a little before it.
  const later = boards.findIndex((board) => board.start_sec > second + 0.05);
  return Math.max(0, (later < 0 ? boards.length : later) - 1);
}

/** Steps of the zoom; between them anything is possible by pinching. */
export const zoomSteps = [1, 1.5, 2, 3, 4] as const;

/** The zoom after a step in or out, from wherever it stands. */
export function steppedZoom(zoom: number, step: 1 | -1): number {
  if (step > 0) return zoomSteps.find((one) => one > zoom + 0.01) ?? zoomSteps[zoomSteps.length - 1] ?? 1;
  return [...zoomSteps].reverse().find((one) => one < zoom - 0.01) ?? 1;
}

/** A zoom within what is possible. */
export function withinZoom(zoom: number): number {
  return Math.min(Math.max(1, zoom), zoomSteps[zoomSteps.length - 1] ?? 1);
}

/**
 * Where a scrolled picture must be scrolled to so that the point under the fingers stays there.
 *
 * @param scroll how far it is scrolled now, px.
 * @param point the point, px from the edge of the window it is seen through.
 * @param ratio new zoom by old zoom.
 */
export function scrollAfterZoom(scroll: number, point: number, ratio: number): number {
  return Math.max(0, (scroll + point) * ratio - point);
}
