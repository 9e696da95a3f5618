const crawlers = /bot\b|chrome-lighthouse|facebookexternalhit|\bgoogle\b/i;

/** Whether a user agent belongs to a bot, which sees no error page (specification.md 8; session.md 11.6). */
export function isCrawler(userAgent: string): boolean {
  return crawlers.test(userAgent);
}
