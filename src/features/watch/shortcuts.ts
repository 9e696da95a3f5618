import { isImeKey } from '#shared/lib/text/imeKey.ts';

/** The command of a key. */
export type PlayerCommand =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'slower'
  | 'faster'
  | 'captions'
  | 'mute'
  | 'fullscreen'
  | 'note'
  | 'map';

/** The properties of a key press that decide. */
export type Keystroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'> & {
  keyCode?: number;
};

const commands: Record<string, PlayerCommand> = {
  ' ': 'toggle',
  k: 'toggle',
  ArrowLeft: 'back',
  j: 'back',
  ArrowRight: 'forward',
  l: 'forward',
  '<': 'slower',
  ',': 'slower',
  '>': 'faster',
  '.': 'faster',
  c: 'captions',
  m: 'mute',
  f: 'fullscreen',
  n: 'note',
  '?': 'map',
};

/** The keys as the keyboard help lists them, in its order. */
export const shortcutKeys: readonly { keys: readonly string[]; command: PlayerCommand }[] = [
  { keys: ['スペース', 'K'], command: 'toggle' },
  { keys: ['←', 'J'], command: 'back' },
  { keys: ['→', 'L'], command: 'forward' },
  { keys: ['<'], command: 'slower' },
  { keys: ['>'], command: 'faster' },
  { keys: ['C'], command: 'captions' },
  { keys: ['M'], command: 'mute' },
  { keys: ['F'], command: 'fullscreen' },
  { keys: ['N'], command: 'note' },
  { keys: ['?'], command: 'map' },
];

/** What kind of element has the focus: each kind uses some keys itself. */
export type KeyTarget = 'text' | 'widget' | 'button' | 'page';

/**
 * The command of a key press, `null` for none. There is none while the learner types. A focused button or link keeps
 * its space bar; a slider, list or scrolled picture also keeps its arrow keys. A key pressed with Ctrl, Alt or Command
 * belongs to the browser.
 */
export function commandOf(stroke: Keystroke, target: KeyTarget): PlayerCommand | null {
  if (target === 'text' || isImeKey(stroke)) return null;
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return null;
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key;
  if (key === ' ' && target !== 'page') return null;
  if (key.startsWith('Arrow') && target === 'widget') return null;
  return commands[key] ?? null;
}

const textFields =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, [contenteditable]';
const widgets =
  'select, input, [role=tab], [role=slider], [role=separator], [role=radio], [tabindex="0"]:not(button):not(a):not(video)';

/** What kind of key target the focused element is. */
export function keyTargetOf(element: Element | null): KeyTarget {
  if (element?.closest(textFields)) return 'text';
  if (element?.closest(widgets)) return 'widget';
  return element?.closest('button, a[href], summary') ? 'button' : 'page';
}
