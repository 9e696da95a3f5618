/** The needed part of a key press, a native or a React event. A test or an old browser may have no `keyCode`. */
type Press = { readonly isComposing: boolean; readonly keyCode?: number };

/** The key code of a press that an input method handles (UI Events, "keyCode 229"). */
const takenByIme = 229;

/**
 * Whether a key press belongs to the input method: the Enter that selects a kanji must not submit. Safari ends the
 * composition before this key event, so `isComposing` is already false and only the key code tells. Every key handler
 * checks this first.
 */
export function isImeKey({ isComposing, keyCode }: Press): boolean {
  return isComposing || keyCode === takenByIme;
}
