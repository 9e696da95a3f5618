import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The answer field with the focus, and the position in it. `option`: the focused option of a choice; `null`: a text
 * field.
 */
type Place = { slot: string; option: string | null; start: number | null; end: number | null };

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(element: Element | null): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function placeOf(element: Element | null): Place | null {
  if (!isField(element) || !element.dataset.slot) return null;
  const isOption = element.type === 'radio' || element.type === 'checkbox';
  return {
    slot: element.dataset.slot,
    option: isOption ? element.value : null,
    start: isOption ? null : element.selectionStart,
    end: isOption ? null : element.selectionEnd,
  };
}

/**
 * When a phone is turned or a window is made smaller, the panes are rearranged: focus and caret are restored
 * (exams.md 7, row 39). `pane`: the element with the fields; `layout`: the current arrangement of the panes.
 */
export function useKeptCaret(pane: RefObject<HTMLElement | null>, layout: string): void {
  const last = useRef<Place | null>(null);
  useEffect(() => {
    const note = () => {
      last.current = placeOf(document.activeElement) ?? last.current;
    };
    // A field removed with the old arrangement may report a lost focus in the same task in which the new field appears.
    const left = () => {
      setTimeout(() => {
        if (!placeOf(document.activeElement)) last.current = null;
      });
    };
    document.addEventListener('focusin', note);
    document.addEventListener('selectionchange', note);
    document.addEventListener('focusout', left);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('selectionchange', note);
      document.removeEventListener('focusout', left);
    };
  }, []);

  const shown = useRef(layout);
  useLayoutEffect(() => {
    if (shown.current === layout) return;
    shown.current = layout;
    const place = last.current;
    if (!place || placeOf(document.activeElement)) return;
    const fields = [...(pane.current?.querySelectorAll('input, textarea') ?? [])].filter(isField);
    const field = fields.find((one) => {
      const found = placeOf(one);
      return found?.slot === place.slot && found.option === place.option;
    });
    field?.focus({ preventScroll: true });
    if (field && place.start !== null) field.setSelectionRange(place.start, place.end);
  }, [layout, pane]);
}
