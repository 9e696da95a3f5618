/**
 * What of the screen belongs to the moment and not to the page: news for screen readers, connection, blue message; and
 * a card that comes some time after the page. Regions within the page itself are its content and stay.
 */
export const ofTheMoment = [
  '[data-testid="shell"] > [role="status"]',
  '[data-testid="shell"] > [aria-live]',
  '[data-testid="install-hint"]',
].join(',');
