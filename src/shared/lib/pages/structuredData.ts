import { paths } from './paths.ts';
import { siteAddress } from './siteAddress.ts';

/** One thing as schema.org describes it. */
export type StructuredItem = { '@type': string; [property: string]: unknown };

type Questions = readonly { question: string; answer: string }[];

/** Name of the operator of this site, as search engines show it. */
const siteName = 'コノマナビ';

/** The operator of this site. */
export function organization(): StructuredItem {
  return {
    '@type': 'Organization',
    name: siteName,
    url: siteAddress(paths.home()),
    logo: siteAddress('/icons/icon-512.png'),
  };
}

/** The path to a page from the home page; the page itself is last. */
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

/** Part of Trusted Types that the type library lacks. */
type Policy = { createScript: (text: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

/**
 * Accepts a text for a data block (Trusted Types policy `structured-data`). It lets only JSON through, so that the text
 * would do nothing even if it ran as a script.
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
 * Sets the canonical link to the page's address without its query, or to `given`, which parts of the page then do not
 * change. Returns a function that removes it. A prerendered page already has this link: it may lack the origin, and
 * would stay when the visitor navigates on.
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
 * Adds items to the page as JSON-LD, and the canonical link; returns a function that removes both. The DOM is used
 * directly: React makes scripts with `innerHTML`, which Trusted Types forbid here. `address`: the path to show instead
 * of the page's own.
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

/** Publishes a page's questions and the operator of the site until `shown` is aborted. */
export function tellQuestions(questions: Questions, shown: AbortSignal): void {
  if (!shown.aborted) shown.addEventListener('abort', publish([organization(), faqPage(questions)]));
}
