// Public pictures of a few pages of a course's textbook, shown before buying: textbook/sample-N.avif.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { courseDir, pdfjsRoot } from './paths.mjs';
import { writeAvif } from './pictures.mjs';
import { remembered } from './state.mjs';

/** A5, six pixels per millimetre. */
const SIZE = { width: 888, height: 1260 };
/** Maximum size of a picture, bytes. */
export const SAMPLE_LIMIT = 25_000;
/**
 * Tried one after the other until the picture is small enough: a page full of kanji needs twice the bytes of a cover.
 */
const QUALITIES = [42, 46, 50, 54, 58];
/** A fake address: this script answers all requests to it, because pages from files may not load modules. */
const ORIGIN = 'http://textbook.test/';

const textbookFile = (course) => path.join(courseDir(course.id), 'textbook.pdf');

/** The cover, and the first page of the first lesson. */
function samplePages(course) {
  const book = remembered(`textbook/${course.id}`);
  if (!book) throw new Error(`${course.id}: its textbook has to be made first`);
  const [first] = course.lessons;
  return [1, book.lessons[first.id].from];
}

/** The entries of `course.yaml` for the pictures. */
export const textbookSamples = (course) =>
  samplePages(course).map((page, i) => ({ file: `textbook/sample-${i + 1}.avif`, page }));

export const textbookSampleFiles = (course) =>
  textbookSamples(course).map(({ file }) => path.join(courseDir(course.id), file));

/** The printed PDF itself is the source: the textbook's sources do not show a change of the fonts. */
export const textbookSampleSource = (course) => [
  createHash('sha256')
    .update(readFileSync(textbookFile(course)))
    .digest('hex'),
  samplePages(course),
];

/** Runs in the page: draws a page of the book as a PNG, in base64. */
async function drawPage({ number, width, height }) {
  const { getDocument } = await import('./pdf.mjs');
  // Loads the worker module, so that PDF.js draws without a worker thread.
  await import('./pdf.worker.mjs');
  const book = await getDocument({ url: './textbook.pdf', verbosity: 0 }).promise;
  const page = await book.getPage(number);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const scale = width / page.getViewport({ scale: 1 }).width;
  await page.render({ canvas, viewport: page.getViewport({ scale }) }).promise;
  return canvas.toDataURL('image/png').split(',')[1];
}

async function openBook(browser, course) {
  const files = {
    '': { body: '<!doctype html>', contentType: 'text/html' },
    'textbook.pdf': { path: textbookFile(course) },
    'pdf.mjs': { path: path.join(pdfjsRoot, 'pdf.mjs'), contentType: 'text/javascript' },
    'pdf.worker.mjs': { path: path.join(pdfjsRoot, 'pdf.worker.mjs'), contentType: 'text/javascript' },
  };
  const page = await browser.newPage();
  await page.route(`${ORIGIN}**`, (route) => {
    const file = files[route.request().url().slice(ORIGIN.length)];
    return file ? route.fulfill(file) : route.abort();
  });
  await page.goto(ORIGIN);
  return page;
}

async function writeSmall(png, file) {
  for (const crf of QUALITIES) {
    await writeAvif(png, file, { ...SIZE, crf, isPrint: true });
    if (statSync(file).size <= SAMPLE_LIMIT) return;
  }
}

export async function makeTextbookSamples({ course, browser }) {
  mkdirSync(path.join(courseDir(course.id), 'textbook'), { recursive: true });
  const page = await openBook(browser, course);
  try {
    for (const [i, { page: number }] of textbookSamples(course).entries()) {
      const png = Buffer.from(await page.evaluate(drawPage, { number, ...SIZE }), 'base64');
      await writeSmall(png, textbookSampleFiles(course)[i]);
    }
  } finally {
    await page.close();
  }
}
