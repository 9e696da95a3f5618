/** The median: the middle value, or the mean of the two middle values of an even number. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** A cell of the result table: `1 204 (2.1x)`. */
export function withRatio(value: number, floor: number): string {
  return `${Math.round(value)} (${(value / floor).toFixed(2)}x)`;
}

/** Prints rows under their headings, columns aligned. */
export function printTable(title: string, rows: Record<string, string>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const width = (name: string) => Math.max(name.length, ...rows.map((row) => (row[name] ?? '').length));
  const line = (cell: (name: string) => string) =>
    names.map((name) => cell(name).padEnd(width(name))).join('  ');
  console.log(`\n${title}\n${line((name) => name)}\n${line((name) => '-'.repeat(width(name)))}`);
  for (const row of rows) console.log(line((name) => row[name] ?? ''));
}
