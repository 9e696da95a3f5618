import { isImeKey } from '#shared/lib/text/imeKey.ts';

/** What a key asks for. */
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

/** What is known of a key press. */
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

/** The keys as the keyboard map names them, in its order. */
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

/** What the focused thing does with keys by itself. */
export type KeyTarget = 'text' | 'widget' | 'button' | 'page';

/**
 * The command of a key press, `null` for none. Never while typing; a focused button or link keeps its space bar; a
 * slider, list or scrolled picture keeps its arrows too. A letter pressed with Ctrl, Alt or Command belongs to the
 * browser.
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

/** What the focused element is to the keyboard. */
export function keyTargetOf(element: Element | null): KeyTarget {
  if (element?.closest(textFields)) return 'text';
  if (element?.closest(widgets)) return 'widget';
  return element?.closest('button, a[href], summary') ? 'button' : 'page';
}
