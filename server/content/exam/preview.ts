import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Passage, Question, Slot, Track } from '#contracts/examContent.ts';
import { escapeHtml } from '../../escapeHtml.ts';
import type { ExamAsset, ExamContent, SubjectContent } from './examTypes.ts';

const css = `
body{font-family:sans-serif;line-height:1.8;max-width:60rem;margin:1rem auto;padding:0 1rem;color:#1b1b1f}
h1{font-size:1.3rem}h2{border-bottom:2px solid #234;margin-top:3rem}h3{margin-top:2rem}
.switch{position:sticky;top:0;background:#fff;border:1px solid #bbb;padding:.5rem 1rem;z-index:1}
.key{display:none;background:#eef7ee;border-left:4px solid #287d3c;padding:.25rem 1rem;margin:.5rem 0}
body:has(#keys:checked) .key{display:block}
.question{border-top:1px solid #ddd;padding:.75rem 0}.meta{color:#555;font-size:.85rem}
.passage{border:1px solid #bbb;padding:1rem;margin:1rem 0;overflow:auto}
.vertical{writing-mode:vertical-rl;height:26rem}
.exam-anchor{text-decoration:underline}.exam-blank{border:1px solid #333;padding:0 .75em}
img{max-width:100%;height:auto}.table{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .6em}
`;

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** The style of formulas with its fonts inside, so that the page needs nothing beside it. */
async function formulaStyle(): Promise<string> {
  const file = fileURLToPath(import.meta.resolve('katex/dist/katex.min.css'));
  const text = await readFile(file, 'utf8');
  const names = [
    ...new Set([...text.matchAll(/url\((fonts\/[\w-]+\.woff2)\)/g)].map(([, name]) => name ?? '')),
  ];
  const fonts = new Map<string, string>();
  for (const name of names) fonts.set(name, (await readFile(join(dirname(file), name))).toString('base64'));
  return text.replaceAll(
    /url\((fonts\/[\w-]+\.woff2)\)/g,
    (_, name: string) => `url(data:font/woff2;base64,${fonts.get(name) ?? ''})`,
  );
}

/** Addresses of the files of a subject: pictures within the page, sounds where they lie. */
async function addressesOf(assets: readonly ExamAsset[]): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const { name, content } of assets) {
    const type = types[extname(name)];
    if (type === undefined) {
      if (!Buffer.isBuffer(content)) addresses.set(name, pathToFileURL(content.source).href);
      continue;
    }
    const bytes = Buffer.isBuffer(content) ? content : await readFile(content.source);
    addresses.set(name, `data:${type};base64,${bytes.toString('base64')}`);
  }
  return addresses;
}

type Page = { subject: SubjectContent; addresses: ReadonlyMap<string, string> };

const withPictures = (html: string, { addresses }: Page) =>
  html.replaceAll(/data-file="([^"]+)"/g, (_, name: string) => `src="${addresses.get(name) ?? ''}"`);

function passageHtml({ kind, title, lang, html, figure }: Passage, page: Page): string {
  const picture = figure
    ? `<img src="${page.addresses.get(figure.file) ?? ''}" alt="${escapeHtml(figure.alt)}" width="${figure.width}" height="${figure.height}"><p class="meta">${escapeHtml(figure.alt)} ${escapeHtml(figure.long)}</p>`
    : '';
  const heading = title === '' ? '' : `<p><b>${escapeHtml(title)}</b></p>`;
  const style = kind === 'vertical' ? 'passage vertical' : 'passage';
  return `<div class="${style}" lang="${lang}">${heading}${picture}${withPictures(html, page)}</div>`;
}

const slotWords: Record<Slot['kind'], string> = {
  choice: '選択',
  mark: 'マーク',
  text: '記入',
  number: '数',
  self: '記述',
};

/** A slot as it may be answered. Options that several slots share are shown once. */
function slotHtml(slot: Slot, isSame: boolean, page: Page): string {
  const most = slot.max > 1 ? `(${slot.max}つまで)` : '';
  const signs = slot.signs === '' ? '' : ` ${escapeHtml(slot.signs)}`;
  const name = `<p class="meta">解答番号 <b>${escapeHtml(slot.label)}</b> ${slotWords[slot.kind]}${most}${signs}</p>`;
  if (slot.kind !== 'choice' || isSame) return name;
  const options = slot.options.map(
    ({ value, html }) => `<li value="${escapeHtml(value)}">${withPictures(html, page)}</li>`,
  );
  return `${name}<ol start="${escapeHtml(slot.options[0]?.value ?? '1')}">${options.join('')}</ol>`;
}

function keyHtml(question: Question, { subject, ...page }: Page): string {
  const answer = subject.answers.questions.find(({ id }) => id === question.id);
  if (!answer) return '';
  const keys = question.slots.flatMap(({ id, label }) =>
    answer.keys[id] === undefined ? [] : [`${escapeHtml(label)} = <b>${escapeHtml(answer.keys[id])}</b>`],
  );
  const accept = subject.key.groups
    .filter((group) => group.question === question.id)
    .flatMap((group) => group.accept ?? [])
    .map(
      ({ keys: other, points }) => `部分点 ${points}: ${escapeHtml(Object.values(other).flat().join('、'))}`,
    );
  const rubric = answer.rubric.map(({ text, points }) => `${points}点 ${escapeHtml(text)}`);
  const lines = [...(keys.length > 0 ? [keys.join('、')] : []), ...accept, ...rubric];
  const more = withPictures(answer.model + answer.why, { subject, ...page });
  return `<div class="key"><p>${lines.join('<br>')}</p>${more}</div>`;
}

const ruleWords: Record<string, string> = {
  all: '完答',
  set: '順不同',
  ladder: '正解の数で',
  multi_all: 'すべて選んで',
  multi_minus: 'まちがいを引いて',
  self: '自己採点',
};

function questionHtml(question: Question, page: Page): string {
  const seen: string[] = [];
  const slots = question.slots.map((slot) => {
    const options = JSON.stringify(slot.options);
    const isSame = slot.kind === 'choice' && seen.includes(options);
    seen.push(options);
    return slotHtml(slot, isSame, page);
  });
  const points = question.groups.map(({ points: worth, rule }) => `${worth}点${ruleWords[rule] ?? ''}`);
  return `<section class="question" lang="${question.lang}"><h4>${escapeHtml(question.label)} <span class="meta">${escapeHtml(question.id)} ${points.join('、')}</span></h4>${withPictures(question.html, page)}${slots.join('')}${keyHtml(question, page)}</section>`;
}

function trackHtml({ id, name, file, plays, gap_sec, preview_sec, seconds }: Track, page: Page): string {
  const told = page.subject.answers.tracks.find((track) => track.id === id);
  const words = told ? `<div class="key">${told.script}${told.translation}</div>` : '';
  return `<p>${escapeHtml(name)} <audio controls preload="none" src="${escapeHtml(page.addresses.get(file) ?? '')}"></audio><span class="meta">先読み ${preview_sec}秒、${seconds}秒を${plays}回、間 ${gap_sec}秒</span></p>${words}`;
}

async function subjectHtml(subject: SubjectContent): Promise<string> {
  const page = { subject, addresses: await addressesOf(subject.assets) };
  const { paper } = subject;
  const sections = paper.sections.map((section) => {
    const passages = section.passages.flatMap((id) => paper.passages.filter((passage) => passage.id === id));
    const questions = section.questions.map((question) => questionHtml(question, page));
    return `<h3>${escapeHtml(section.name)}</h3>${section.html}${passages.map((passage) => passageHtml(passage, page)).join('')}${questions.join('')}`;
  });
  const choices = paper.choices.map(
    ({ name, choose, of }) => `<p>${escapeHtml(name)}: ${escapeHtml(of.join('、'))} から ${choose}つ</p>`,
  );
  const head = `<h2>${escapeHtml(paper.name)} <span class="meta">${paper.minutes}分 ${paper.points}点 解答欄 ${subject.slots}</span></h2>`;
  return (
    head + choices.join('') + paper.tracks.map((track) => trackHtml(track, page)).join('') + sections.join('')
  );
}

/**
 * An exam as one page for operators (exams.md 2.2): every subject as takers see it, keys and explanations behind a switch.
 * The page needs no network and runs nothing; sounds are played from where they lie in the pack.
 */
export async function previewExam({ file, subjects, errata }: ExamContent): Promise<string> {
  const parts: string[] = [];
  for (const subject of subjects) parts.push(await subjectHtml(subject));
  const told = errata.map(
    ({ subject, html }) => `<p class="meta">正誤表 (${escapeHtml(subject)})</p>${html}`,
  );
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src file:">
<title>${escapeHtml(file.name)} (確認用)</title><style>${await formulaStyle()}${css}</style></head>
<body><p class="switch"><label><input type="checkbox" id="keys"> 正解と解説を表示</label></p>
<h1>${escapeHtml(file.name)}</h1>${told.join('')}${parts.join('')}</body></html>
`;
}
