import type { CourseDetail, Teacher } from '#contracts/catalogue.ts';
import type { Campaign, SuccessYear } from '#contracts/site.ts';
import type { Notice } from '#contracts/study.ts';
import { teacherTexts } from '#features/catalogue/teacherTexts.ts';
import { texts as catalogueTexts } from '#features/catalogue/texts.ts';
import { texts as entryExamTexts } from '#features/entry-exam/landingTexts.ts';
import { texts as rehearsalTexts } from '#features/rehearsal/texts.ts';
import { texts as successTexts } from '#features/site/views/successTexts.ts';
import { texts as supportTexts } from '#features/support/texts.ts';
import type { PublicRow } from '#shared/lib/pages/pageRow.ts';
import type { BuiltPage, FramedPage, ServedPage } from '#shared/lib/pages/pageTable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { notFoundPage, publicPages } from '#shared/lib/pages/publicPages.ts';
import { isPictured, shareFile, shareSize } from './sharePicture.ts';

/**
 * The content of a page's head for search engines and messengers. `image`: a path of this site or an absolute address.
 * `first`: the largest picture of the first view, loaded before any script. `canonical`: the path under which search
 * engines should list the page, if it is another one; `null`: the page should not be found. `needsScript`: visitors
 * without scripts get a message. `isUnlisted`: search engines must not list it. `isLost`: a not-found page.
 */
export type Head = {
  title: string;
  description: string;
  image: string;
  imageSize?: { width: number; height: number };
  first?: string | null;
  canonical?: string | null;
  needsScript?: boolean;
  isUnlisted?: boolean;
  isLost?: boolean;
};

/** A page without its own picture uses that of the welcome page. */
const usual = { image: shareFile('home'), imageSize: shareSize };

/** A page for one visitor, or for a limited time: it must not be found by searching. */
const unlisted = { needsScript: true, canonical: null, isUnlisted: true };

/** The head of a page prerendered only as a frame, and of an address without a page. */
export function framedHead(name: FramedPage | 'notFound'): Head {
  const isLost = name === 'notFound';
  const { title, description } = isLost ? notFoundPage : publicPages[name];
  // Its text and its link to the home page need no script.
  return { title, description, ...usual, ...unlisted, needsScript: !isLost, isLost };
}

/** The head of a page made at build time. */
export function builtHead(name: BuiltPage): Head {
  const { title, description, needsScript, isUnlisted }: PublicRow & { description: string } =
    publicPages[name];
  const said = { title, description };
  if (isPictured(name)) return { ...said, image: shareFile(name), imageSize: shareSize };
  // A form that leads into the app is not a search result anybody wants.
  return { ...said, ...usual, needsScript, canonical: null, isUnlisted };
}

/** What the answer behind a page adds to its row in the table of pages. */
const course = ({ name, summary, thumbnail, sample }: CourseDetail) => ({
  title: name,
  // The picture of a sample is small, and its page does not wait for it.
  ...(sample === null && { first: thumbnail }),
  description: summary,
  ...(thumbnail === null ? usual : { image: thumbnail, imageSize: undefined }),
});

const teacher = ({ name, catch_copy, photo }: Teacher) => ({
  title: name,
  description: catch_copy,
  ...(photo === null ? usual : { image: photo, imageSize: undefined }),
});

/** Pages made by the server whose row has no description. */
type Unsaid = {
  [Name in ServedPage]: (typeof publicPages)[Name] extends { description: string } ? never : Name;
}[ServedPage];

/**
 * Texts that depend on the page's content and so are not in its row; made from the page's first answer, its main
 * resource.
 */
const heads: Record<Unsaid, (main: never) => Partial<Head> & { description: string }> = {
  catalogue: () => ({ description: catalogueTexts.lead }),
  catalogueCourse: course,
  teachers: () => ({ description: teacherTexts.teacherLead }),
  teacher,
  publicNotice: ({ title }: Notice) => ({ title, description: `${title}。コノマナビからのお知らせです。` }),
  campaign: ({ slug, title, hero, canonical }: Campaign) => ({
    title,
    description: hero.lead,
    canonical: paths.campaign(canonical ?? slug),
  }),
  entryExam: () => ({ description: entryExamTexts.lead }),
  test: () => ({ description: rehearsalTexts.lead }),
  contact: () => ({ description: supportTexts.contact.lead }),
  success: ({ year }: SuccessYear) => ({ title: successTexts.title(year), description: successTexts.lead }),
};

/** The head of a page made by the server. `main`: the answer about its main resource. */
export function servedHead(name: ServedPage, main: unknown): Head {
  const { title, description = '', needsScript }: PublicRow = publicPages[name];
  const said = { title, description, ...usual, needsScript };
  return name in heads ? { ...said, ...heads[name as Unsaid](main as never) } : said;
}
