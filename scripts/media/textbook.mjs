// Prints a course's textbook.pdf and finds the pages of every lesson.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openHtml } from './browser.mjs';
import { cacheRoot, courseDir } from './paths.mjs';
import { run } from './programs.mjs';
import { textbookPage } from './textbook-page.mjs';

/** Runs in the page: shrinks formulas and tables that are wider than the text column. */
function shrinkWide() {
  const column = document.body.clientWidth;
  const shrunk = [];
  for (const cell of document.querySelectorAll('th, td:first-child')) {
    if (cell.textContent.length <= 8) cell.style.whiteSpace = 'nowrap';
  }
  for (const box of document.querySelectorAll('.math, table, pre')) {
    const { paddingLeft, paddingRight } = getComputedStyle(box.parentElement);
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    const room = box.parentElement.clientWidth - padding;
    const inner = box.querySelector('.katex-html') ?? box;
    for (
      let size = 100;
      size > 55 && (inner.scrollWidth > room + 1 || inner.getBoundingClientRect().width > room + 1);
      size -= 3
    ) {
      box.style.fontSize = `${size - 3}%`;
      if (size <= 70) shrunk.push(box.textContent.slice(0, 30));
    }
  }
  for (const formula of document.querySelectorAll('.formula')) {
    if (formula.getBoundingClientRect().width > column * 0.55) formula.style.whiteSpace = 'normal';
  }
  const wide = [...document.querySelectorAll('section:not(.cover) :is(p,li,h2,h3,h4,td)')]
    .filter(
      (part) =>
        part.scrollWidth > Math.max(part.clientWidth, 1) + 2 &&
        getComputedStyle(part).display !== 'inline' &&
        part.getBoundingClientRect().left + part.scrollWidth > column + 2,
    )
    .map((part) => part.textContent.slice(0, 30));
  return [
    ...new Set([...shrunk.map((text) => `very small: ${text}`), ...wide.map((text) => `too wide: ${text}`)]),
  ];
}

/** Page numbers of the ids that are link targets, read from the PDF itself. */
async function readPages(pdf) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  try {
    const pages = {};
    for (const [name, target] of Object.entries(await document.getDestinations())) {
      pages[name] = (await document.getPageIndex(target[0])) + 1;
    }
    return { pages, count: document.numPages };
  } finally {
    await document.destroy();
  }
}

async function print(page, course, layout, fontDir) {
  await openHtml(page, `${course.id}-textbook`, textbookPage(course, layout, fontDir));
  const warnings = await page.evaluate(shrinkWide);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  return { pdf, warnings, ...(await readPages(pdf)) };
}

/** Lessons that need one page less with slightly tighter typesetting (usually a summary alone on a last page). */
async function findCompact(page, course, fontDir) {
  const all = new Set(course.lessons.map((lesson) => lesson.id));
  const loose = lessonRanges(
    course,
    (await print(page, course, { pages: {}, compact: new Set() }, fontDir)).pages,
  );
  const tight = lessonRanges(course, (await print(page, course, { pages: {}, compact: all }, fontDir)).pages);
  const length = ({ from, to }) => to - from;
  return new Set([...all].filter((id) => length(tight[id]) < length(loose[id])));
}

export async function makeTextbook({ course, browser, fontDir }) {
  const page = await browser.newPage();
  try {
    await page.emulateMedia({ media: 'print' });
    const compact = await findCompact(page, course, fontDir);
    let result = { pages: {} };
    for (let pass = 1; pass <= 4; pass += 1) {
      const known = JSON.stringify(result.pages);
      result = await print(page, course, { pages: result.pages, compact }, fontDir);
      if (JSON.stringify(result.pages) === known) break;
      if (pass === 4) throw new Error(`${course.id}: page numbers do not settle`);
    }
    const raw = path.join(cacheRoot, `${course.id}-textbook.pdf`);
    writeFileSync(raw, result.pdf);
    // half the size (the tag tree is compressed), and readable from the first bytes (linearized)
    const file = path.join(courseDir(course.id), 'textbook.pdf');
    await run('qpdf', ['--object-streams=generate', '--linearize', raw, file]);
    return { pages: result.count, lessons: lessonRanges(course, result.pages), warnings: result.warnings };
  } finally {
    await page.close();
  }
}

/** A lesson ends on the page before the next lesson or part of its chapter starts. */
function lessonRanges(course, pages) {
  const ranges = {};
  for (const chapter of course.chapters) {
    chapter.lessons.forEach((lesson, index) => {
      const next = chapter.lessons[index + 1]?.id ?? `${chapter.id}-answers`;
      ranges[lesson.id] = { from: pages[lesson.id], to: pages[next] - 1 };
    });
  }
  return ranges;
}
