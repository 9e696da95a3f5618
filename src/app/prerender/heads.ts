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
 * What the head of a page says of it to search engines and messengers. `image`: a path of this site or a whole address.
 * `first`: the largest picture of the first view, fetched before any script. `canonical`: the path of the same page that
 * search engines shall show, if it is another one; `null`: nobody looks for such a page. `needsScript`: who has none is told so.
 * `isUnlisted`: search engines shall not show it at all. `isLost`: it says that there is no page.
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

/** A page for which nobody has drawn a picture is shown with that of the welcome. */
const usual = { image: shareFile('home'), imageSize: shareSize };

/** A page that says something to one visitor, or for a while: nobody shall find it by searching. */
const unlisted = { needsScript: true, canonical: null, isUnlisted: true };

/** The head of a framed page, and of an address without a page. */
export function framedHead(name: FramedPage | 'notFound'): Head {
  const isLost = name === 'notFound';
  const { title, description } = isLost ? notFoundPage : publicPages[name];
  // What it says and its way to the top need no script.
  return { title, description, ...usual, ...unlisted, needsScript: !isLost, isLost };
}

/** The head of a built page. */
export function builtHead(name: BuiltPage): Head {
  const { title, description, needsScript, isUnlisted }: PublicRow & { description: string } =
    publicPages[name];
  const said = { title, description };
  if (isPictured(name)) return { ...said, image: shareFile(name), imageSize: shareSize };
  // A form that leads into the app is not what anybody looks for.
  return { ...said, ...usual, needsScript, canonical: null, isUnlisted };
}

/** What the answer that a page is about adds to its row. */
const course = ({ name, summary, thumbnail, sample }: CourseDetail) => ({
  title: name,
  // A sample's picture is small there, and its page does not wait for it.
  ...(sample === null && { first: thumbnail }),
  description: summary,
  ...(thumbnail === null ? usual : { image: thumbnail, imageSize: undefined }),
});

const teacher = ({ name, catch_copy, photo }: Teacher) => ({
  title: name,
  description: catch_copy,
  ...(photo === null ? usual : { image: photo, imageSize: undefined }),
});

/** Served pages whose row has no description. */
type Unsaid = {
  [Name in ServedPage]: (typeof publicPages)[Name] extends { description: string } ? never : Name;
}[ServedPage];

/** What the page shows, which its row therefore does not say; by what the page has asked first, the thing it is about. */
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

/** The head of a served page. `main`: the answer it is about. */
export function servedHead(name: ServedPage, main: unknown): Head {
  const { title, description = '', needsScript }: PublicRow = publicPages[name];
  const said = { title, description, ...usual, needsScript };
  return name in heads ? { ...said, ...heads[name as Unsaid](main as never) } : said;
}
