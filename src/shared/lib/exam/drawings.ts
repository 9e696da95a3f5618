/** A line as it was drawn: points [x, y, pressure]; the width of the sheet is 1000 units, pressure is 0 to 1. */
export type Line = number[][];

/** Width and height of a sheet, units. */
export const sheetUnits = 1000;
/** Maximum bytes of all sheets of a subject (exams.md 4). */
export const mostDrawingBytes = 262_144;
/** Pressure for devices without a sensor: mouse and finger. */
export const plainPressure = 0.5;
/** A point nearer than this to the previous point is left out, units. */
const nearUnits = 1.5;

/** A point as it is stored: whole units, pressure with two decimals. */
export function pointOf(x: number, y: number, pressure: number): number[] {
  const within = (value: number) => Math.round(Math.min(sheetUnits, Math.max(0, value)));
  return [within(x), within(y), Math.round(Math.min(1, Math.max(0, pressure)) * 100) / 100];
}

/** Whether a point is far enough from the last one. */
export function isNews(line: Line, [x = 0, y = 0]: number[]): boolean {
  const [lastX = 0, lastY = 0] = line.at(-1) ?? [];
  return line.length === 0 || Math.hypot(x - lastX, y - lastY) >= nearUnits;
}

/** Size of stored lines in bytes: all their characters take one byte. */
export function bytesOf(lines: readonly Line[]): number {
  return JSON.stringify(lines).length;
}

/** Distance of a point from the segment between two others. */
function distance([x = 0, y = 0]: number[], [ax = 0, ay = 0]: number[], [bx = 0, by = 0]: number[]): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const share =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - (ax + share * (bx - ax)), y - (ay + share * (by - ay)));
}

/** The lines that an eraser at a point does not touch. `reach`: its radius, units. */
export function withoutLinesAt(lines: readonly Line[], point: number[], reach: number): Line[] {
  return lines.filter((line) => {
    const [first = []] = line;
    if (line.length === 1) return distance(point, first, first) > reach;
    return !line.some((end, at) => at > 0 && distance(point, line[at - 1] ?? first, end) <= reach);
  });
}

/** The outline from perfect-freehand as a path of smooth curves. */
export function pathOf(outline: readonly number[][]): string {
  const [first] = outline;
  if (!first) return '';
  const tenth = (value = 0) => Math.round(value * 10) / 10;
  const curves = outline.map(([x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = outline[(at + 1) % outline.length] ?? first;
    return `${tenth(x)} ${tenth(y)} ${tenth((x + nextX) / 2)} ${tenth((y + nextY) / 2)}`;
  });
  return `M${tenth(first[0])} ${tenth(first[1])}Q${curves.join(' ')}Z`;
}
