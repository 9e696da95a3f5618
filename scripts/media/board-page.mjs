// HTML of one scene of a lesson video: the title card, or one board with all its steps.
import { avatarSvg } from './avatars.mjs';
import { BOARD_CSS } from './board-style.mjs';
import { escapeHtml, htmlDocument } from './browser.mjs';
import { courseColors } from './colors.mjs';
import { prepareFigure } from './figure.mjs';
import { renderInline, renderMarkdown, renderMath } from './markdown.mjs';

const document = (lesson, body, fontDir) =>
  htmlDocument({
    title: lesson.name,
    css: `${BOARD_CSS}:root{--accent:${courseColors(lesson.course).chalk}}`,
    body,
    fontDir,
  });

/** A course symbol that looks like LaTeX is rendered as a formula, otherwise as plain text. */
export function symbolHtml(symbol) {
  const words =
    /[ぁ-んァ-ヶ一-龠]/.test(symbol) || /^[\w\s+.,'…?!-]*[a-zA-Z]{3,}[\w\s+.,'…?!-]*$/.test(symbol);
  return words ? escapeHtml(symbol) : renderMath(symbol, false);
}

export function titlePage(lesson, fontDir) {
  const { course } = lesson;
  const { teacher } = course;
  const body = `<div class="board"><div class="title">
<div class="course">${escapeHtml(course.name)}</div>
<h1 data-step="0">${renderInline(lesson.name)}</h1>
${lesson.goal ? `<div class="goal" data-step="1">${renderInline(lesson.goal)}</div>` : ''}
<div class="teacher"><div class="face">${avatarSvg(teacher.id)}</div><div>${escapeHtml(teacher.name)} 先生<small>ナレーション：音声合成</small></div></div>
<div class="symbol">${symbolHtml(course.symbol)}</div>
</div></div>`;
  return { html: document(lesson, body, fontDir), steps: lesson.goal ? [0, 1] : [0] };
}

export function boardPage(lesson, board, index, fontDir) {
  const texts = [];
  const figures = [];
  const steps = [];
  const formulas = ['math', 'physics', 'chemistry'].includes(lesson.course.subject.id);
  board.steps.forEach((step, k) => {
    if (!step.show && !step.svg) return;
    steps.push(k + 1);
    if (step.show)
      texts.push(`<div class="text" data-step="${k + 1}">${renderMarkdown(String(step.show))}</div>`);
    if (step.svg) {
      const figure = prepareFigure(step.svg, `s${k}`, { formulas });
      figures.push(`<div class="figure" data-step="${k + 1}">${figure}</div>`);
    }
  });
  const count = lesson.script.boards.length;
  const { teacher } = lesson.course;
  const body = `<div class="board"><header><h1 data-step="0">${renderInline(board.title)}</h1><div class="lesson">${escapeHtml(lesson.name)}</div></header>
<main>${texts.length > 0 ? `<div class="texts">${texts.join('')}</div>` : ''}${figures.length > 0 ? `<div class="figures">${figures.join('')}</div>` : ''}</main>
<footer><div class="face">${avatarSvg(teacher.id)}</div><span>${escapeHtml(teacher.name)} 先生</span><div class="meter"></div><span class="place">コノマナビ　${index + 1} / ${count}</span></footer></div>`;
  return { html: document(lesson, body, fontDir), steps: [0, ...steps] };
}
