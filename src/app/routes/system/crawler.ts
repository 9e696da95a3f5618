const crawlers = /bot\b|chrome-lighthouse|facebookexternalhit|\bgoogle\b/i;

/** Whether a user agent belongs to a bot, which sees no error page (spec section 8; session-contract.md 11.6). */
export function isCrawler(userAgent: string): boolean {
  return crawlers.test(userAgent);
}
