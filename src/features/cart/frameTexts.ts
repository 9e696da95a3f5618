/** Wording of the frame of the cart; the rest comes with its items (performance.md 3). */
export const frameTexts = { title: 'カート' } as const;
