// Takes screenshots of the scenes of a lesson: every state of every board as a PNG, and the position of the level
// meter.

import { fitBoard, revealUpTo } from './board-fit.mjs';
import { boardPage, titlePage } from './board-page.mjs';
import { BOARD } from './board-style.mjs';
import { openHtml } from './browser.mjs';

async function photograph(page, name, { html, steps }) {
  await openHtml(page, name, html);
  const fit = await page.evaluate(fitBoard);
  const shots = [];
  for (const step of [-1, ...steps]) {
    await page.evaluate(revealUpTo, step);
    shots.push({ step, png: await page.screenshot({ clip: { x: 0, y: 0, ...BOARD } }) });
  }
  const meter = await page.evaluate(() => {
    const box = document.querySelector('.meter')?.getBoundingClientRect();
    return box ? { x: box.x, y: box.y, width: box.width, height: box.height } : undefined;
  });
  return { shots, fit, meter };
}

export async function photographLesson(browser, lesson, fontDir) {
  const page = await browser.newPage({ viewport: BOARD });
  try {
    const title = await photograph(page, `${lesson.id}-title`, titlePage(lesson, fontDir));
    const boards = [];
    for (const [index, board] of lesson.script.boards.entries()) {
      boards.push(
        await photograph(page, `${lesson.id}-${index + 1}`, boardPage(lesson, board, index, fontDir)),
      );
    }
    return { title, boards };
  } finally {
    await page.close();
  }
}
