// offline.md 3.48, 3.82: the window of the installed app has no way back from anything but the app's pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Ways to put something else into the window. A link with `target` opens beside it and may. */
const ways =
  /\bwindow\.open\(|\blocation\.(assign|replace)\(|(?<!const |let |[.\w])location(\.href)?\s*=[^=>]|<(iframe|embed|object)\s/;
/**
 * The files that may, each through one judged door. The bank's page, whose host the server has judged (money.md 4.5), leads
 * back by itself; the fields of a card stand inside a page of the app (money.md 6).
 */
const doors = [
  'src/app/navigator.ts',
  'src/shared/form/card/CardFrame.tsx',
  'src/shared/lib/loading/chunkReload.ts',
  'src/shared/lib/shop/leaveForBank.ts',
];
/** An address of a PDF or of media as the target of a link or a navigation. */
const pdfLink = /\b(href|to)=[^>\n]*\.pdf\b|\b(go|navigate|assign|open)\([^)\n]*\.pdf\b/i;

const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

function offending(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
}

it('only the judged doors change what the window shows', () => {
  expect(offending(ways).filter((file) => !doors.includes(file))).toEqual([]);
  expect(doors.filter((file) => !offending(ways).includes(file))).toEqual([]);
});

it('no link or navigation leads to a PDF: it opens in the viewer of the app', () => {
  expect(offending(pdfLink)).toEqual([]);
});

it('notices what it looks for', () => {
  for (const code of [
    "window.open('/a')",
    'location.assign(url)',
    'location.href = url',
    'location = url',
    '<iframe src="/a">',
  ]) {
    expect(ways.test(code)).toBe(true);
  }
  expect(ways.test('if (location.href === url)')).toBe(false);
  for (const code of ['<a href="/media/a.pdf">', "go('/media/a.pdf')", '<Link to={id + ".pdf"}>'])
    expect(pdfLink.test(code)).toBe(true);
});
