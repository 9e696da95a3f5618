// HTML of one course's textbook: cover, contents, lessons, answers at the end of every chapter.
import { avatarSvg } from './avatars.mjs';
import { symbolHtml } from './board-page.mjs';
import { escapeHtml, htmlDocument } from './browser.mjs';
import { courseColors } from './colors.mjs';
import { renderInline, renderMarkdown } from './markdown.mjs';
import { textbookCss } from './textbook-style.mjs';

const PARTS = [
  [/^例題/, 'example'],
  [/^確認問題|^練習/, 'quiz'],
  [/^まとめ/, 'summary'],
];

/** Splits a lesson into its text and the blocks marked :::answer. */
function takeAnswers(body) {
  const answers = [];
  const text = body.replace(/^:::+\s*answer[^\n]*\n([\s\S]*?)^:::+\s*$/gm, (_, answer) => {
    answers.push(answer.trim());
    return '\n@@answer@@\n';
  });
  return { text, answers };
}

/** Moves lesson headings one level down (the lesson name is the h2) and puts boxes around known parts. */
function lessonBody(html, answerLink) {
  const lowered = html.replace(/<(\/?)h([2-4])>/g, (_, slash, level) => `<${slash}h${Number(level) + 1}>`);
  const pieces = lowered.split(/(?=<h[34]>)/);
  const boxed = pieces.map((piece) => {
    const [, heading = ''] = /^<h[34]>([\s\S]*?)<\/h[34]>/.exec(piece) ?? [];
    const kind = PARTS.find(([pattern]) => pattern.test(heading.replace(/<[^>]+>/g, '')))?.[1];
    if (!kind) return piece;
    return `<div class="part ${kind}">${piece.replace(/^<h3>([\s\S]*?)<\/h3>/, '<h4>$1</h4>')}</div>`;
  });
  return boxed.join('').replace(/<p>@@answer@@<\/p>/g, answerLink);
}

function lessonSection(lesson, number, unitName, { pages, compact }) {
  const { text, answers } = takeAnswers(lesson.body);
  const link = `<p class="see-answer"><a href="#answer-${lesson.id}">解答は ${pages[`answer-${lesson.id}`] ?? 0} ページ</a></p>`;
  const section = `<section class="sheet${compact.has(lesson.id) ? ' compact' : ''}" id="${lesson.id}">
<div class="lesson-head"><p>${number}　${escapeHtml(unitName)}</p><h2>${renderInline(lesson.name)}</h2></div>
${lesson.goal ? `<p class="goal"><b>目標</b>${renderInline(lesson.goal)}</p>` : ''}
<div class="body">${lessonBody(renderMarkdown(text), link)}</div></section>`;
  return { section, answers };
}

function chapterHtml(chapter, index, layout) {
  const units = chapter.units.map((unit) => ({
    name: unit.name,
    lessons: unit.lessons.map((id) => chapter.lessons.find((lesson) => lesson.id === id)).filter(Boolean),
  }));
  const list = units.map(
    ({ name, lessons }) =>
      `<h3>${escapeHtml(name)}</h3><ul>${lessons
        .map(
          (lesson) =>
            `<li>${renderInline(lesson.name)}<small>${renderInline(lesson.goal ?? '')}</small></li>`,
        )
        .join('')}</ul>`,
  );
  const opener = `<section class="sheet" id="${chapter.id}"><div class="opener"><div class="number">第${index + 1}章</div><h2>${escapeHtml(chapter.name)}</h2>${list.join('')}</div></section>`;

  const sections = [];
  const answerParts = [];
  let lessonNumber = 0;
  for (const unit of units) {
    for (const lesson of unit.lessons) {
      lessonNumber += 1;
      const number = `${index + 1}-${lessonNumber}`;
      const { section, answers } = lessonSection(lesson, number, unit.name, layout);
      sections.push(section);
      if (answers.length > 0) {
        const solved = answers.map((answer) => renderMarkdown(answer)).join('');
        answerParts.push(
          `<h3 id="answer-${lesson.id}"><span>${number}</span>${renderInline(lesson.name)}</h3>${solved}`,
        );
      }
    }
  }
  const answers = `<section class="sheet answers" id="${chapter.id}-answers"><h2 class="plain">第${index + 1}章　解答と解説</h2>${answerParts.join('')}</section>`;
  return opener + sections.join('') + answers;
}

function contents(course, pages) {
  const line = (id, number, name) =>
    `<li><a href="#${id}"><b>${number}</b><span>${name}</span><i></i><span class="page">${pages[id] ?? 0}</span></a></li>`;
  const chapters = course.chapters.map((chapter, index) => {
    const lessons = chapter.lessons.map((lesson, k) =>
      line(lesson.id, `${index + 1}-${k + 1}`, renderInline(lesson.name)),
    );
    return `<h3>第${index + 1}章　${escapeHtml(chapter.name)}</h3><ol>${lessons.join('')}${line(`${chapter.id}-answers`, '', '解答と解説')}</ol>`;
  });
  return `<section class="sheet toc" id="contents"><h2 class="plain">目次</h2>${chapters.join('')}</section>`;
}

/** PDF 1.4 has no Strong and Em elements: use the same look without them. */
const plainEmphasis = (html) =>
  html
    .replace(/<(\/?)strong>/g, '<$1b>')
    .replaceAll('<em>', '<span class="em">')
    .replaceAll('</em>', '</span>');

/**
 * `layout.pages` maps element ids to page numbers (empty in the first pass); `layout.compact` has the lessons with
 * slightly tighter typesetting.
 */
export function textbookPage(course, layout, fontDir) {
  const { teacher } = course;
  const cover = `<section class="cover"><svg class="arc" viewBox="0 0 92 92"><circle cx="66" cy="66" r="60" fill="#fff" fill-opacity=".08"/></svg><div class="brand">コノマナビ</div><div class="symbol">${symbolHtml(course.symbol)}</div>
<h1>${escapeHtml(course.name)}<span class="kind">テキスト</span></h1>
<div class="teacher"><div class="face">${avatarSvg(teacher.id)}</div><div>${escapeHtml(teacher.name)}<small>担当講師</small></div></div></section>`;
  const intro = `<section class="sheet intro" id="intro"><h2 class="plain">この講座について</h2>${renderMarkdown(course.description)}
<h3>学び方</h3>${renderMarkdown(course.orientation)}
<h3>このテキストの使い方</h3><p>1つの授業は2〜3ページです。例題は答えを見る前に一度自分で考え、確認問題はノートに解いてから、章末の「解答と解説」で確かめましょう。</p></section>`;
  const colophon = `<section class="sheet colophon" id="colophon"><p>${escapeHtml(course.name)} テキスト</p><p>このテキストは、コノマナビのデモ講座のために書き下ろした教材です。登場する講師・人物は架空のものです。</p><p>書体：Noto Sans JP（SIL Open Font License 1.1）、KaTeX fonts（SIL Open Font License 1.1）</p></section>`;
  const chapters = course.chapters.map((chapter, index) => chapterHtml(chapter, index, layout));
  const body = cover + contents(course, layout.pages) + intro + chapters.join('') + colophon;
  return htmlDocument({
    title: `${course.name} テキスト`,
    css: textbookCss(courseColors(course)),
    body: plainEmphasis(body),
    fontDir,
  });
}
