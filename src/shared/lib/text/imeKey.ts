/** What is asked of a key press, native or inside React's. A test or an old browser may know no `keyCode`. */
type Press = { readonly isComposing: boolean; readonly keyCode?: number };

/** The key code of a press that an input method has taken (UI Events, "keyCode 229"). */
const takenByIme = 229;

/**
 * Whether a key press belongs to the input method: the Enter that chooses a kanji is no Enter of ours. Safari ends the
 * composition before it tells of that key, so `isComposing` is false by then and only the code of the key tells.
 * Every key handler asks this first.
 */
export function isImeKey({ isComposing, keyCode }: Press): boolean {
  return isComposing || keyCode === takenByIme;
}
