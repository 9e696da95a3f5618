import type { BuiltPage } from '#shared/lib/builtPages.ts';
import { patterns } from '#shared/lib/paths.ts';
import { type ServedPage, servedPageAt } from '#shared/lib/servedPages.ts';
import { type Build, documentOf } from './document.ts';
import { builtHead, servedHead } from './heads.ts';
import { type Ask, answerWith } from './json.ts';
import { makePage } from './makePage.tsx';
import { isWayIn } from './sharePicture.ts';

/** Modules of the served pages in the bundler's manifest. */
const modules: Record<ServedPage, string> = {
  catalogue: 'public/catalogue',
  catalogueCourse: 'public/catalogueCourse',
  teachers: 'public/teachers',
  teacher: 'public/teacher',
  publicNotices: 'public/notices',
  publicNotice: 'public/notice',
  success: 'public/success',
  campaign: 'public/campaign',
  entryExam: 'public/entryExam',
  test: 'public/test',
  contact: 'support/contact',
  inquiry: 'support/inquiry',
  eula: 'legal/legal',
  privacy: 'legal/legal',
  commerce: 'legal/legal',
  konoshikiEula: 'legal/legal',
};

/** Modules of the built pages; those of the way in lie elsewhere. */
const builtModule = (name: BuiltPage) => `${isWayIn(name) ? 'auth' : 'public'}/${name}`;

/** Pages that are themselves without what they ask for, which the app then asks for again. */
const standAlone: readonly ServedPage[] = ['entryExam', 'contact', 'inquiry'];

const moduleOf = (name: string) => `src/app/routes/${name}.tsx`;

/** A page of the build, as a document (scripts/prerender.ts). */
export async function builtDocument(name: BuiltPage, build: Build): Promise<string> {
  return documentOf(await makePage(patterns[name]), builtHead(name), moduleOf(builtModule(name)), build);
}

/**
 * A page of the server, as a document (server/pages). `ask`: answers of the API for a guest.
 *
 * @throws what the API says when there is nothing to show.
 */
export async function servedDocument(path: string, build: Build, ask: Ask): Promise<string> {
  const name = servedPageAt(path);
  if (name === null) throw new Error(`${path} is not made by the server`);
  answerWith(ask);
  const page = await makePage(path, standAlone.includes(name));
  const [main] = page.answers.values();
  return documentOf(page, servedHead(name, main), moduleOf(modules[name]), build);
}
