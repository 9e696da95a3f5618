/**
 * What this page showed last: landing page, lobby, a subject, the result. They share one address, so the shell does not
 * move the focus between them. Empty: nothing yet; the first one of a visit keeps the browser's own focus.
 */
const last = { title: '' };

/** Remembers what is shown now; returns whether the focus has to move there. */
export function enterStage(title: string): boolean {
  const isMoved = last.title !== '' && last.title !== title;
  last.title = title;
  return isMoved;
}
