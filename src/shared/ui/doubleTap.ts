/**
 * Within this time a second press at the same place belongs to the first, ms. What the first one brought under the finger
 * must not take it: the next item of a list, or a link in place of the button.
 */
export const doubleTapMs = 350;
