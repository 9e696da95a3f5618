import type { Board, WhiteboardBundle } from '#contracts/lesson.ts';

/** Path of the boards of a course (product.md 3.4). */
export const whiteboardPath = '/api/lms/whiteboard/';

/** Boards in the order of the video. */
export function inVideoOrder(boards: readonly Board[]): Board[] {
  return [...boards].sort((a, b) => a.start_sec - b.start_sec);
}

/**
 * The boards of a lesson: those in the lesson itself, otherwise those in the course's bundle. Servers may send either.
 */
export function boardsOf(
  lesson: { id: string; whiteboards: readonly Board[] },
  bundle: WhiteboardBundle | undefined,
): Board[] {
  if (lesson.whiteboards.length > 0 || !bundle) return inVideoOrder(lesson.whiteboards);
  return inVideoOrder(bundle.images.filter((image) => image.lesson === lesson.id));
}

/** Index of the board shown at a second of the video; 0 before the first one begins, -1 without boards. */
export function boardAt(boards: readonly Board[], second: number): number {
  if (boards.length === 0) return -1;
  // A jump to the beginning of a board may land slightly before it.
  const later = boards.findIndex((board) => board.start_sec > second + 0.05);
  return Math.max(0, (later < 0 ? boards.length : later) - 1);
}

/** Steps of the zoom; pinching also gives values between them. */
export const zoomSteps = [1, 1.5, 2, 3, 4] as const;

/** The zoom after a step in or out, from its current value. */
export function steppedZoom(zoom: number, step: 1 | -1): number {
  if (step > 0) return zoomSteps.find((one) => one > zoom + 0.01) ?? zoomSteps[zoomSteps.length - 1] ?? 1;
  return [...zoomSteps].reverse().find((one) => one < zoom - 0.01) ?? 1;
}

/** Limits a zoom to the allowed range. */
export function withinZoom(zoom: number): number {
  return Math.min(Math.max(1, zoom), zoomSteps[zoomSteps.length - 1] ?? 1);
}

/**
 * The scroll position at which the point under the fingers stays in place.
 *
 * @param scroll current scroll position, px.
 * @param point the point, px from the edge of the visible area.
 * @param ratio new zoom divided by old zoom.
 */
export function scrollAfterZoom(scroll: number, point: number, ratio: number): number {
  return Math.max(0, (scroll + point) * ratio - point);
}
