import { useEffect, useEffectEvent } from 'react';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import { roomPreferences, sizeStep } from './preferences.ts';

/** The commands of single keys in a room (exams.md 4). `option`: the digit that was pressed. */
export type KeyActions = {
  option: (digit: number) => void;
  go: (step: 1 | -1) => void;
  flag: () => void;
  list: () => void;
  marks: () => void;
  time: () => void;
  pane: () => void;
  help: () => void;
  marker: () => void;
};

/** Whether the focused element uses the keys itself: a text field keeps all of them. Mark boxes have their own keys. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return true;
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type);
}

/** Keys of the whole room. A switch turns the single keys off (WCAG 2.1.4); F6 always works. */
export function useKeys(isOn: boolean, actions: KeyActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || isImeKey(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'F6') {
      event.preventDefault();
      return actions.pane();
    }
    if (!roomPreferences.get().keys || isWriting(event.target)) return;
    const simple: Record<string, () => void> = {
      n: () => actions.go(1),
      p: () => actions.go(-1),
      f: actions.flag,
      l: actions.list,
      m: actions.marks,
      t: actions.time,
      '+': () => sizeStep(1),
      ';': () => sizeStep(1),
      '-': () => sizeStep(-1),
      '?': actions.help,
      h: actions.marker,
    };
    const found = simple[event.key.toLowerCase()];
    if (found) {
      event.preventDefault();
      return found();
    }
    if (/^\d$/.test(event.key)) {
      event.preventDefault();
      actions.option(Number(event.key));
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
