/**
 * The parts of the screen that belong to the moment and not to the page: announcements for screen readers, the
 * connection line, the blue message, and the install hint, which appears later than the page. Live regions within the
 * page itself are its content and stay.
 */
export const ofTheMoment = [
  '[data-testid="shell"] > [role="status"]',
  '[data-testid="shell"] > [aria-live]',
  '[data-testid="install-hint"]',
].join(',');

/**
 * The time of a copy (「{時刻}時点の内容」): part of the page, and of what is stored of it. But a stored screen and React's
 * page may differ in it and still be the same, because only React's page knows whether the server answers.
 */
export const ofTheCopy = '[data-copy-time]';
