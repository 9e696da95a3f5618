import { useSyncExternalStore } from 'react';
import { localText } from '#shared/lib/storage/area.ts';
import { type Display, readDisplay } from '#shared/lib/storage/readDisplay.ts';
import { fieldsOf } from '#shared/lib/text/plain.ts';

/** Storage key of the choice. `index.html` reads it before the first paint, so that nothing flashes. */
export const displayKey = 'konomanavi.display';

const initial = readDisplay({});
const listeners = new Set<() => void>();
let current: Display | undefined;

/** Reads a stored choice; anything unreadable is the default. */
export function parseDisplay(stored: string | null): Display {
  try {
    return readDisplay(fieldsOf(JSON.parse(stored ?? '')) ?? {});
  } catch {
    return initial;
  }
}

function darkQuery(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** The colour scheme that is shown: the learner's choice, or the device's. */
export function resolveScheme(theme: Display['theme'], deviceIsDark: boolean): 'light' | 'dark' {
  if (theme === 'system') return deviceIsDark ? 'dark' : 'light';
  return theme;
}

function apply(display: Display): void {
  const root = document.documentElement;
  const scheme = resolveScheme(display.theme, darkQuery().matches);
  root.setAttribute('data-mantine-color-scheme', scheme);
  root.setAttribute('data-font-scale', display.font_scale);
  root.setAttribute('data-furigana', display.furigana ? 'on' : 'off');
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', scheme === 'dark' ? '#1c222c' : '#ffffff');
}

/** The display choice of this device. */
export function getDisplay(): Display {
  current ??= parseDisplay(localText.read(displayKey));
  return current;
}

function replace(next: Display): void {
  current = next;
  apply(next);
  for (const listener of listeners) listener();
}

/** Changes the display of this device at once and stores it. */
export function setDisplay(change: Partial<Display>): void {
  const next = { ...getDisplay(), ...change };
  localText.write(displayKey, JSON.stringify(next));
  replace(next);
}

/** Sets the stored choice on `<html>` and follows the device's scheme and other tabs. Call once at start. */
export function startDisplay(): void {
  apply(getDisplay());
  darkQuery().addEventListener('change', () => replace(getDisplay()));
  addEventListener('storage', (event) => {
    if (event.key === displayKey) replace(parseDisplay(event.newValue));
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The display choice, live. */
export function useDisplay(): Display {
  return useSyncExternalStore(subscribe, getDisplay, () => initial);
}

function shownScheme(): 'light' | 'dark' {
  return document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';
}

/** The current scheme, live. */
export function useScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, shownScheme, () => 'light');
}
