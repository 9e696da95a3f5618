import type { Paint } from './paintTimes.ts';
import type { StartRow } from './starts.ts';
import { printTable, withRatio } from './statistics.ts';

function cells({ name, app, floor, pictured }: StartRow): Record<string, string> {
  const cell = (key: keyof Paint) => withRatio(app[key], floor[key]);
  return {
    start: name,
    'FCP ms': cell('fcp'),
    'LCP ms': cell('lcp'),
    'with its pictures': pictured ? `${(app.lcp / pictured.lcp).toFixed(2)}x` : '',
    'text ms': cell('text'),
    'alive ms': cell('alive'),
    'floor text ms': String(Math.round(floor.text)),
    'TBT ms': String(Math.round(app.tbt)),
    'before FCP': String(Math.round(app.early)),
    CLS: app.cls.toFixed(3),
  };
}

/** Prints starts against the bare page. */
export function printStartRows(title: string, slowdown: number, rows: StartRow[]): void {
  printTable(
    `${title} (CPU ${slowdown}x slower; 1.6 Mbps, 150 ms; in brackets against the bare page; then against the bare page with the pictures of the first screen)`,
    rows.map(cells),
  );
}
