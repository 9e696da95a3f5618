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
