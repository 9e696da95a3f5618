import type { BuiltPage, FramedPage } from '#shared/lib/pages/builtPages.ts';
import { patterns } from '#shared/lib/pages/paths.ts';
import { type ServedPage, servedPageAt } from '#shared/lib/pages/servedPages.ts';
import { type Build, documentOf } from './document.ts';
import { builtHead, framedHead, servedHead } from './heads.ts';
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
function builtModule(name: BuiltPage): string {
  if (name === 'maintenance') return 'system/maintenance';
  return `${isWayIn(name) ? 'auth' : 'public'}/${name}`;
}

/** Modules of the pages that show one visitor what is theirs. */
const framedModules: Record<FramedPage, string> = {
  passwordChange: 'auth/passwordChange',
  passwordDone: 'auth/passwordDone',
  passwordReset: 'auth/passwordReset',
  signupVerify: 'auth/signupVerify',
  signupComplete: 'auth/signupComplete',
  contactComplete: 'support/complete',
  inquiryDetail: 'support/inquiryDetail',
};

/** Pages that are themselves without what they ask for, which the app then asks for again. */
const standAlone: readonly ServedPage[] = ['entryExam', 'contact', 'inquiry'];

const moduleOf = (name: string) => `src/app/routes/${name}.tsx`;

/** A page of the build, as a document (scripts/prerender.ts). */
export async function builtDocument(name: BuiltPage, build: Build): Promise<string> {
  return documentOf(await makePage(patterns[name]), builtHead(name), moduleOf(builtModule(name)), build);
}

/**
 * What is true for everybody of a page that shows one visitor what is theirs, or of an address without a page, as a
 * document. Nothing of the address may stand in it.
 */
export async function framedDocument(name: FramedPage | 'notFound', build: Build): Promise<string> {
  const head = framedHead(name);
  // The screen of an address without a page comes with the app itself.
  if (name === 'notFound') return documentOf(await makePage('/-'), head, 'index.html', build);
  const path = patterns[name].replaceAll(/:[^/]+/g, '-');
  return documentOf(await makePage(path), head, moduleOf(framedModules[name]), build);
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
