import type { CourseDetail, Teacher } from '#contracts/catalogue.ts';
import type { Campaign, SuccessYear } from '#contracts/site.ts';
import type { Notice } from '#contracts/study.ts';
import { teacherTexts } from '#features/catalogue/teacherTexts.ts';
import { texts as catalogueTexts } from '#features/catalogue/texts.ts';
import { texts as entryExamTexts } from '#features/entry-exam/landingTexts.ts';
import { texts as rehearsalTexts } from '#features/rehearsal/texts.ts';
import { texts as successTexts } from '#features/site/views/successTexts.ts';
import { texts as supportTexts } from '#features/support/texts.ts';
import type { BuiltPage, FramedPage } from '#shared/lib/pages/builtPages.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { ServedPage } from '#shared/lib/pages/servedPages.ts';
import { framedDescriptions, pageDescriptions } from '../pageDescriptions.ts';
import { pageTitles } from '../pageTitles.ts';
import { isWayIn, shareFile, shareSize } from './sharePicture.ts';

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

/** The head of a page of which the build makes only what is true for everybody, and of an address without a page. */
export function framedHead(name: FramedPage | 'notFound'): Head {
  const isLost = name === 'notFound';
  // What it says and its way to the top need no script.
  const needsScript = !isLost;
  return {
    title: pageTitles[name],
    description: framedDescriptions[name],
    ...usual,
    ...unlisted,
    needsScript,
    isLost,
  };
}

/** The head of a page that the build makes. */
export function builtHead(name: BuiltPage): Head {
  const said = { title: pageTitles[name], description: pageDescriptions[name] };
  if (name === 'maintenance') return { ...said, ...usual, ...unlisted };
  return isWayIn(name)
    ? { ...said, ...usual, needsScript: true, canonical: null }
    : { ...said, image: shareFile(name), imageSize: shareSize };
}

const course = ({ name, summary, thumbnail, sample }: CourseDetail): Head => ({
  title: name,
  // A sample's picture is small there, and its page does not wait for it.
  ...(sample === null && { first: thumbnail }),
  description: summary,
  ...(thumbnail === null ? usual : { image: thumbnail }),
});

const teacher = ({ name, catch_copy, photo }: Teacher): Head => ({
  title: name,
  description: catch_copy,
  ...(photo === null ? usual : { image: photo }),
});

const law = (title: string) => (): Head => ({
  title,
  description: `コノマナビの${title}です。いまの版と、これまでの版を読めます。`,
  ...usual,
});

/** By what the page has asked first: the thing it is about. */
const heads: Record<ServedPage, (main: never) => Head> = {
  catalogue: () => ({ title: pageTitles.catalogue, description: catalogueTexts.lead, ...usual }),
  catalogueCourse: course,
  teachers: () => ({ title: pageTitles.teachers, description: teacherTexts.teacherLead, ...usual }),
  teacher,
  publicNotices: () => ({
    title: pageTitles.publicNotices,
    description: '講座の追加や、メンテナンスの予定など、コノマナビからのお知らせです。',
    ...usual,
  }),
  publicNotice: ({ title }: Notice) => ({
    title,
    description: `${title}。コノマナビからのお知らせです。`,
    ...usual,
  }),
  eula: law(pageTitles.eula),
  privacy: law(pageTitles.privacy),
  commerce: law(pageTitles.commerce),
  konoshikiEula: law(pageTitles.konoshikiEula),
  campaign: ({ slug, title, hero, canonical }: Campaign) => ({
    title,
    description: hero.lead,
    canonical: paths.campaign(canonical ?? slug),
    ...usual,
  }),
  entryExam: () => ({
    title: pageTitles.entryExam,
    description: entryExamTexts.lead,
    ...usual,
    needsScript: true,
  }),
  test: () => ({
    title: pageTitles.test,
    description: rehearsalTexts.lead,
    ...usual,
    needsScript: true,
  }),
  contact: () => ({
    title: pageTitles.contact,
    description: supportTexts.contact.lead,
    ...usual,
    needsScript: true,
  }),
  inquiry: () => ({
    title: pageTitles.inquiry,
    description: 'お問い合わせの返事を読んだり、よくある質問を探したりできます。',
    ...usual,
    needsScript: true,
  }),
  success: ({ year }: SuccessYear) => ({
    title: successTexts.title(year),
    description: successTexts.lead,
    ...usual,
  }),
};

/** The head of a page that the server makes. `main`: the answer it is about. */
export function servedHead(name: ServedPage, main: unknown): Head {
  return heads[name](main as never);
}
