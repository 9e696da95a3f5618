import { escapeHtml } from '#features/first-screen/markup.ts';
import { isShell, loadedAfterPaint } from '#shared/lib/loading/afterPaint.ts';
import { givenAnswersId } from '#shared/lib/public/givenAnswers.ts';
import { withCriticalStyle } from './critical.ts';
import type { Head } from './heads.ts';
import type { RenderedPage } from './makePage.tsx';

/** The fields of the bundler's manifest that are needed here. */
type Chunk = { file: string; imports?: string[]; css?: string[] };

/**
 * The build of a page. `folder`: its folder; `html`: the page of the app; `chunks`: the bundler's manifest; `site`: the
 * origin of the site for absolute links, without a slash at its end; empty: links are relative.
 */
export type Build = { folder: string; html: string; chunks: Record<string, Chunk>; site: string };

type Files = { styles: string[]; scripts: string[] };

/** Scripts of index.html that a public page does not need: they only concern stored screens and member pages. */
const ofMembers = /first-screen|\.early=|window\.early/;
const inlineScript = /<script>[\s\S]*?<\/script>\s*/g;

const rootElement = '<div id="root"></div>';

/**
 * Nothing is painted before the whole header is here (shell/PageAnnouncer.tsx): else its places move while a page comes.
 * Only for pages that have this element: where it never comes, Chromium paints only at the end of the page, and warns.
 */
const belowHeader = {
  element: 'id="below-header"',
  link: '<link rel="expect" href="#below-header" blocking="render" />',
};

const productName = 'コノマナビ';

/** Files that a page's module needs besides those that every page loads. */
function filesOf({ chunks, html }: Build, module: string): Files {
  const files: Files = { styles: [], scripts: [] };
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    if (!html.includes(`/${chunk.file}"`)) files.scripts.push(`/${chunk.file}`);
    for (const style of chunk.css ?? []) if (!html.includes(`/${style}"`)) files.styles.push(`/${style}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(module);
  if (seen.size === 0) throw new Error(`${module} is not in the build.`);
  return files;
}

function headOf(path: string, head: Head, site: string): string[] {
  const { title, description, image, imageSize, canonical = path, isUnlisted } = head;
  const name = title === productName ? title : `${title}|${productName}`;
  const property = (key: string, content: string) =>
    `<meta property="${key}" content="${escapeHtml(content)}" />`;
  const picture = /^https?:/.test(image) ? image : site + image;
  return [
    `<title>${escapeHtml(name)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...(canonical === null ? [] : [`<link rel="canonical" href="${escapeHtml(site + canonical)}" />`]),
    ...(isUnlisted ? ['<meta name="robots" content="noindex" />'] : []),
    property('og:type', 'website'),
    property('og:site_name', productName),
    property('og:locale', 'ja_JP'),
    property('og:title', name),
    property('og:description', description),
    // One visitor's address must not appear in a page for others.
    ...(isUnlisted ? [] : [property('og:url', site + path)]),
    property('og:image', picture),
    ...(imageSize ? [property('og:image:width', String(imageSize.width))] : []),
    ...(imageSize ? [property('og:image:height', String(imageSize.height))] : []),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** The answers in the page, as JSON that no HTML parser can mistake for markup. */
function answersOf({ answers, at }: RenderedPage): string {
  if (answers.size === 0) return '';
  const json = JSON.stringify([...answers]).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${givenAnswersId}" data-at="${at}">${json}</script>`;
}

/** The root element, with the page name with which the shell begins (shared/ui/pageName.ts). */
function rootOf(page: RenderedPage, { isLost }: Head): string {
  const name = page.name === '' ? '' : ` data-name="${escapeHtml(page.name)}"`;
  return `<div id="root"${name}${isLost ? ' data-lost=""' : ''}>${page.markup}</div>${answersOf(page)}`;
}

/**
 * Turns the page of the app into the page of one address. Its inline scripts stay the same.
 *
 * @param module the page's module in the bundler's manifest.
 */
export async function documentOf(
  page: RenderedPage,
  head: Head,
  module: string,
  build: Build,
): Promise<string> {
  const parts = [rootElement, '<title>', '<meta name="description"', '<noscript>'];
  if (!isShell(build.html) || !parts.every((part) => build.html.includes(part)))
    throw new Error('index.html is not the page this was written for.');
  const files = filesOf(build, module);
  const links = [
    ...(page.markup.includes(belowHeader.element) ? [belowHeader.link] : []),
    ...(head.first
      ? [`<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(head.first)}" />`]
      : []),
    ...files.styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
  ];
  const html = build.html
    .replaceAll(inlineScript, (script) => (ofMembers.test(script) ? '' : script))
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => [...headOf(page.path, head, build.site), ...links].join('\n    '))
    .replace(/<noscript>[\s\S]*?<\/noscript>\s*/, (said) => (head.needsScript ? said : ''))
    .replace(rootElement, () => rootOf(page, head));
  const { page: styled, sheets } = await withCriticalStyle(html, build.folder);
  // Visitors without scripts load the style files, too.
  return loadedAfterPaint(styled, files.scripts).replace(
    '</body>',
    () => `<noscript>${sheets.join('')}</noscript></body>`,
  );
}
