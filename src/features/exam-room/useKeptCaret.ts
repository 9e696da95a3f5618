import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Which field of an answer has the focus, and where in it. `option`: of a choice, which one; `null`: text is written. */
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
 * A phone that is turned, or a window that is made smaller, arranges the panes anew: who is writing goes on where they were
 * (exams.md 7, row 39). `pane`: with the fields; `layout`: how the panes are arranged now.
 */
export function useKeptCaret(pane: RefObject<HTMLElement | null>, layout: string): void {
  const last = useRef<Place | null>(null);
  useEffect(() => {
    const note = () => {
      last.current = placeOf(document.activeElement) ?? last.current;
    };
    // A field that goes with the old arrangement may say that it was left, in the task in which the new one comes.
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
