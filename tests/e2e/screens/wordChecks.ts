import type { Page } from '@playwright/test';
import type { DemoSite } from './fixtures.ts';

/** Latin words that belong on a Japanese screen: names of things, and what the specification gives in English. */
const known = [
  'not found',
  'TOP',
  'NEW',
  'Wi-Fi',
  // What a check of the device says when it went well (exams.md 3.4).
  'OK',
  'KB',
  'MB',
  'GB',
  'PDF',
  // The scale of the English test.
  'CEFR',
  // The formula in the picture of the first page.
  'y = ax + b',
  // Browsers a visitor may use.
  'Chrome',
  'Edge',
  'Safari',
  'Firefox',
  // Brands of cards, and the terminal in a store where its number is typed in.
  'Visa',
  'Mastercard',
  'JCB',
  'American Express',
  'Diners Club',
  'Loppi',
];

/** Everything a learner may read or hear: text, labels, placeholders, titles. What is marked as English is meant so. */
async function words(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, noscript, [lang="en"]'))
        texts.push(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of [
        'aria-label',
        'placeholder',
        'title',
        'alt',
        'aria-description',
        'aria-valuetext',
      ]) {
        const text = element.getAttribute(name);
        if (text) texts.push(text);
      }
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/**
 * What learners, teachers, courses, goods and devices are called, what notices and the law say, and the numbers of
 * orders and papers: content, not wording.
 */
async function contentOf(site: DemoSite): Promise<string> {
  const [row] = await site.rows<{ content: string }>(
    `select string_agg(t, ' ') as content from (
       select concat_ws(' ', name, category, subject_name, summary, description, orientation) as t from courses
       union all select concat_ws(' ', name, goal, body_html) from lessons
       union all select concat_ws(' ', name, catch_copy, career, message) from teachers
       union all select alt from boards
       union all select concat_ws(' ', title, body_html) from notices
       union all select body_html from pages
       union all select concat_ws(' ', question, answer_html) from faq_entries
       union all select concat_ws(' ', title, hero, cta, sections) from campaigns
       union all select concat_ws(' ', nickname, school_from, passed, body, advice) from success_stories
       union all select concat_ws(' ', rule, totals) from success_reports
       union all select concat_ws(' ', email, family_name, given_name) from users
       union all select concat_ws(' ', name, description) from exams
       union all select concat_ws(' ', name, jsonb_path_query_array(layout, '$.**.html'),
         jsonb_path_query_array(answers, '$.**.why'), jsonb_path_query_array(answers, '$.**.script'),
         jsonb_path_query_array(answers, '$.**.translation'), jsonb_path_query_array(answers, '$.**.keys.*'),
         jsonb_path_query_array(layout, '$.**.name'), jsonb_path_query_array(layout, '$.**.title'))
         from exam_subjects
       union all select number from exam_entries
       union all select receipt_no from exam_attempts where user_id is not null
       union all select concat_ws(' ', name, description, code) from coupons
       union all select concat_ws(' ', name, description) from bundles
       union all select concat_ws(' ', name, description) from plans
       union all select concat_ws(' ', name, email) from guardians
       union all select order_no from orders
       union all select gateway_order_id from payment_attempts
       union all select gateway_order_id from cards
       union all select number from documents
       union all select jsonb_path_query_array(slip, '$.bank.*')::text from payment_attempts
       union all select device from sessions) as texts`,
  );
  return row?.content ?? '';
}

/** What it was when it was last asked for: bringing it costs more than looking at a screen. */
const contents = new WeakMap<DemoSite, string>();

/** The text without the word where it stands alone: «KB» is no part of the receipt number «4KBX-KKC2». */
function without(text: string, word: string): string {
  return text.replace(new RegExp(`(?<![A-Za-z-])${RegExp.escape(word)}(?![A-Za-z-])`, 'g'), '');
}

/** Words on a screen that are left in English. The page may be another one than the app's: its gateway's. */
export async function foreignWords(page: Page, site: DemoSite): Promise<string[]> {
  const version = await fetch(`${site.network.origin}/version.json`);
  const { build } = (await version.json()) as { build: string };
  const latin = (await words(page))
    .map((text) => [...known, build].reduce(without, text))
    .flatMap((text) => text.match(/[A-Za-z][A-Za-z'’-]+/g) ?? []);
  const isKnown = (word: string) => contents.get(site)?.includes(word) ?? false;
  if (!latin.every(isKnown)) contents.set(site, await contentOf(site));
  return latin.filter((word) => !isKnown(word));
}
