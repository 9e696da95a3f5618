import { type BuiltPage, type FramedPage, type PublicName, patterns } from '#shared/lib/pages/pageTable.ts';
import { publicPages } from '#shared/lib/pages/publicPages.ts';
import { servedPageAt } from '#shared/lib/pages/servedPages.ts';
import { type Build, documentOf } from './document.ts';
import { builtHead, framedHead, servedHead } from './heads.ts';
import { type Ask, answerWith } from './json.ts';
import { makePage } from './makePage.tsx';

/** The route module of a page, as the bundler's manifest names it. */
function moduleOf(name: PublicName): string {
  return `src/app/routes/${publicPages[name].module}.tsx`;
}

/** A page made at build time, as a document (scripts/prerender.ts). */
export async function builtDocument(name: BuiltPage, build: Build): Promise<string> {
  return documentOf(await makePage(patterns[name]), builtHead(name), moduleOf(name), build);
}

/**
 * The common frame of a page with private content, or of an address without a page, as a document. It must contain
 * nothing of the address.
 */
export async function framedDocument(name: FramedPage | 'notFound', build: Build): Promise<string> {
  const head = framedHead(name);
  // The not-found screen is part of the app itself.
  if (name === 'notFound') return documentOf(await makePage('/-'), head, 'index.html', build);
  const path = patterns[name].replaceAll(/:[^/]+/g, '-');
  return documentOf(await makePage(path), head, moduleOf(name), build);
}

/**
 * A page made by the server, as a document (server/pages). `ask`: gets the API's answers for a guest.
 *
 * @throws what the API says when there is nothing to show.
 */
export async function servedDocument(path: string, build: Build, ask: Ask): Promise<string> {
  const name = servedPageAt(path);
  if (name === null) throw new Error(`${path} is not a served page`);
  answerWith(ask);
  const page = await makePage(path, 'standsAlone' in publicPages[name]);
  const [main] = page.answers.values();
  return documentOf(page, servedHead(name, main), moduleOf(name), build);
}
