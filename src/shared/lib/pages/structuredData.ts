import { paths } from './paths.ts';
import { siteAddress } from './siteAddress.ts';

/** One thing as schema.org describes it. */
export type StructuredItem = { '@type': string; [property: string]: unknown };

type Questions = readonly { question: string; answer: string }[];

/** Name of who runs this site, as search engines show it. */
const siteName = 'コノマナビ';

/** Who runs this site. */
export function organization(): StructuredItem {
  return {
    '@type': 'Organization',
    name: siteName,
    url: siteAddress(paths.home()),
    logo: siteAddress('/icons/icon-512.png'),
  };
}

/** The way to a page from the start of the site; the page itself last. */
export function breadcrumbs(trail: readonly { name: string; path: string }[]): StructuredItem {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'ホーム', path: paths.home() }, ...trail].map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: siteAddress(path),
    })),
  };
}

/** Questions with their answers, as the page shows them. */
function faqPage(questions: Questions): StructuredItem {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** What the type library does not know yet of Trusted Types. */
type Policy = { createScript: (text: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

/**
 * Blesses a text for a block of data (policy `structured-data`): JSON and nothing else comes through, so that even run
 * as a script it would do nothing.
 */
function onlyJson(text: string): string {
  return JSON.stringify(JSON.parse(text));
}

function makePolicy(): Policy {
  const rules = { createScript: onlyJson };
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  return factory ? factory.createPolicy('structured-data', rules) : rules;
}

let policy: Policy | null = null;

/**
 * Tells the page's address, without its query, or the one `given`, which parts of the page then leave alone; answers how
 * to take it out. A page that was made before brings a link that may lack the origin, and that would stay when the
 * visitor goes on.
 */
function tellAddress(given: string | undefined): () => void {
  const present = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (present?.dataset.given !== undefined && given === undefined) return () => {};
  const link = present ?? document.createElement('link');
  link.rel = 'canonical';
  link.href = siteAddress(given ?? location.pathname);
  if (given !== undefined) link.dataset.given = '';
  document.head.append(link);
  return () => link.remove();
}

/**
 * Puts items into the page as JSON-LD, and the page's address; answers how to take them out. Made by hand: React makes
 * scripts through `innerHTML`, which Trusted Types forbid here. `address`: the path to show in place of the page's own.
 */
export function publish(items: readonly StructuredItem[], address?: string): () => void {
  const block = document.createElement('script');
  block.type = 'application/ld+json';
  policy ??= makePolicy();
  block.text = policy.createScript(JSON.stringify({ '@context': 'https://schema.org', '@graph': items }));
  document.head.append(block);
  const withdrawAddress = tellAddress(address);
  return () => {
    block.remove();
    withdrawAddress();
  };
}

/** Tells of the questions on a page, and who runs the site, until `shown` is aborted. */
export function tellQuestions(questions: Questions, shown: AbortSignal): void {
  if (!shown.aborted) shown.addEventListener('abort', publish([organization(), faqPage(questions)]));
}
