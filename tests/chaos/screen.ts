import type { Locator, Page } from '@playwright/test';
import type { Range } from './model.ts';

/** What a tab shows of the course and the lesson in it. */
export type Shown = {
  lesson: string;
  isBookmarked: boolean;
  /** By lesson. */
  stars: Record<string, boolean>;
  levels: Record<string, number>;
  /** Notes of the lesson in the order of the screen; `other`: the other device's version in a conflict. */
  notes: { text: string; state: string; other: string }[];
};

const noteItem = '[data-testid="note-item"]';

/** How long a tap may take to show, ms. */
const patienceMs = 60_000;

/** Runs in the page: reads what it shows; `null`: this is not the course. */
function readScreen(): Shown | null {
  const rows = [...document.querySelectorAll<HTMLElement>('nav li[data-lesson]')];
  const bookmark = document.querySelector('header button[aria-pressed][aria-label$="のしおり"]');
  const current = rows.find((row) => row.dataset.current === 'true')?.dataset.lesson;
  const composer = document.querySelector('textarea');
  if (!bookmark || !current || !composer) return null;
  const isOn = (element: Element | null) => element?.getAttribute('aria-pressed') === 'true';
  const id = (row: HTMLElement) => row.dataset.lesson ?? '';
  const level = (row: HTMLElement) =>
    Number(row.querySelector<HTMLElement>('a [data-level]')?.dataset.level ?? 0);
  return {
    lesson: current,
    isBookmarked: isOn(bookmark),
    stars: Object.fromEntries(rows.map((row) => [id(row), isOn(row.querySelector('button[aria-pressed]'))])),
    levels: Object.fromEntries(rows.map((row) => [id(row), level(row)])),
    notes: [...document.querySelectorAll<HTMLElement>('[data-testid="note-item"]')].map((item) => ({
      text: (item.querySelector('dl dd') ?? item.querySelector('div > p, textarea'))?.textContent ?? '',
      state: item.dataset.state ?? '',
      other: item.querySelector('dl > div:last-child dd')?.textContent ?? '',
    })),
  };
}

/** What was seen of a video since its page was opened, and where it stands, seconds. */
export type Seen = { ranges: Range[]; position: number };

/** Runs in the page: moves the video to a place and plays so many seconds from there; `null`: it cannot be played. */
async function playVideo([wanted, length]: readonly [second: number, length: number]): Promise<Seen | null> {
  const video = document.querySelector('video');
  if (!video) return null;
  const until = async (isSo: () => boolean, limitMs: number) => {
    for (let waited = 0; !isSo(); waited += 10) {
      if (waited > limitMs) return false;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return true;
  };
  // With its first picture it stands where the lesson resumes; a hand between length and picture is no learner's.
  if (!(await until(() => video.readyState >= 2 && !video.seeking, 3000))) return null;
  // Moving to where it stands is no news to anybody.
  const second = Math.abs(video.currentTime - wanted) < 1 ? wanted + 3 : wanted;
  video.muted = true;
  video.currentTime = second;
  if (!(await until(() => !video.seeking && video.readyState >= 2, 60_000)))
    throw new Error('The video does not move.');
  if (length > 0) {
    await video.play();
    await until(() => video.paused || video.currentTime >= second + length, 5000);
    video.pause();
  }
  const { played } = video;
  const ranges = Array.from({ length: played.length }, (_, i): Range => [played.start(i), played.end(i)]);
  return { ranges, position: video.currentTime };
}

/** What a note says, and the other device's version of it in a conflict. */
export type NoteTexts = { text: string; other: string };

/**
 * Runs in the page: waits until a note with these words is in sight, or for '' the place to write one. A first 503 leads
 * to the maintenance screen, maybe for a minute, before the note is shown or a moment after; the way back from there has
 * another tab in front.
 */
async function seeAmongNotes(words: string): Promise<void> {
  const isSeen = () =>
    words === ''
      ? document.querySelector('textarea')?.checkVisibility() === true
      : [...document.querySelectorAll('[data-testid="note-item"] p')].some(
          (note) => note.textContent.includes(words) && note.checkVisibility(),
        );
  const tabs = () => document.querySelectorAll<HTMLElement>('[role="tab"][aria-selected="false"]');
  for (let waited = 0; !isSeen(); waited += 10) {
    if (waited > 120_000) throw new Error(`The note ${words} is not shown.`);
    for (const tab of tabs()) if (tab.textContent.includes('メモ')) tab.click();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs in the page: what the note says in which a button stands, and presses that button, before a list can change it. */
function pressInNote(button: HTMLElement): NoteTexts {
  const item = button.closest('[data-testid="note-item"]');
  const text = (item?.querySelector('dl dd') ?? item?.querySelector('div > p'))?.textContent ?? '';
  const other = item?.querySelector('dl > div:last-child dd')?.textContent ?? '';
  button.click();
  return { text, other };
}

/** Runs in the page: replaces the text of a field. @returns the text before. */
function typeOver(field: HTMLTextAreaElement, text: string): string {
  const before = field.value;
  // React ignores a value that was set by its own setter, so the browser's is called.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return before;
}

/** Presses a button wherever it is: a message that lies over it for some seconds is of no interest here. */
async function press(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => element.click());
}

/**
 * Runs in the page: presses a button that is on or off, and waits until it shows the other state; for a moment is
 * enough, a refused change goes back at once.
 */
async function toggle(selector: string): Promise<void> {
  const state = () => document.querySelector(selector)?.getAttribute('aria-pressed') ?? null;
  const before = state();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${selector} stays ${before}`)), 60_000);
    const watch = new MutationObserver(() => {
      if (state() === before || state() === null) return;
      clearTimeout(timer);
      watch.disconnect();
      resolve();
    });
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-pressed'] });
    document.querySelector<HTMLElement>(selector)?.click();
  });
}

/** The course as one tab of a device shows it, and the learner's hands in it. */
export class Screen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(patienceMs);
  }

  /** What is shown; `null`: something else than the course is on screen. */
  async read(): Promise<Shown | null> {
    return await this.page.evaluate(readScreen);
  }

  /** Opens the course at a lesson, with its notes. Whether it could be opened. */
  async open(address: string): Promise<boolean> {
    try {
      await this.page.goto(address);
      await press(this.page.getByRole('tab', { name: /メモ/ }));
      await this.page.getByLabel('メモを書く').waitFor();
      await this.page.locator('nav li[data-lesson][data-current="true"]').waitFor();
      return true;
    } catch {
      return false;
    }
  }

  /** Closes whatever asks for an answer over the page: another device plays. */
  async clearDialogs(): Promise<void> {
    const dialog = this.page.locator('dialog[open]');
    if ((await dialog.count()) > 0) await press(dialog.getByRole('button', { name: 'やめる' }));
  }

  async toggleStar(lesson: string): Promise<void> {
    await this.page.evaluate(toggle, `nav li[data-lesson="${lesson}"] > button[aria-pressed]`);
  }

  async toggleBookmark(): Promise<void> {
    await this.page.evaluate(toggle, 'header button[aria-label$="のしおり"]');
  }

  async toggleLevel(level: number): Promise<void> {
    await this.page.evaluate(toggle, `fieldset:not([data-dark="true"]) button[data-level="${level}"]`);
  }

  async addNote(text: string): Promise<void> {
    await this.page.evaluate(seeAmongNotes, '');
    await this.page.getByLabel('メモを書く').fill(text);
    await press(this.page.getByRole('button', { name: '保存する', disabled: false }));
    await this.#seeNote(text);
  }

  /**
   * Begins to change the note that stands at `place` in the list, from 0. Answers what the learner writes it over: the
   * list may have changed since the screen was read.
   */
  async typeOverNote(place: number, text: string): Promise<string> {
    await press(this.#note(place).getByRole('button', { name: /を編集$/ }));
    return await this.page.getByLabel('メモの内容').evaluate(typeOver, text);
  }

  /** Saves what `typeOverNote` has begun. */
  async saveNote(text: string): Promise<void> {
    await press(this.page.getByRole('button', { name: '変更を保存', disabled: false }));
    await this.#seeNote(text);
  }

  /** Waits until a note is there to be read. */
  async #seeNote(text: string): Promise<void> {
    await this.page.evaluate(seeAmongNotes, text);
  }

  /** Deletes a note; `onPress` hears what it said. */
  async deleteNote(place: number, onPress: (note: NoteTexts) => void): Promise<void> {
    const count = await this.page.locator(noteItem).count();
    const button = this.#note(place).getByRole('button', { name: /を削除$/ });
    onPress(await button.evaluate(pressInNote));
    await this.page
      .locator(noteItem)
      .nth(count - 1)
      .waitFor({ state: 'detached' });
  }

  /** Ends a conflict; `onPress` hears what the learner chose from. */
  async chooseVersion(
    place: number,
    choice: 'mine' | 'theirs' | 'both',
    onPress: (note: NoteTexts) => void,
  ): Promise<void> {
    const names = { mine: /^この端末の文章/, theirs: /^(ほか|別)の端末の文章/, both: /^両方/ };
    const button = this.#note(place).getByRole('button', { name: names[choice] });
    const handle = await button.elementHandle();
    onPress(await button.evaluate(pressInNote));
    await handle?.waitForElementState('hidden');
  }

  /** Moves the video to a second, and plays it for so many from there. */
  async playFrom(second: number, length: number): Promise<Seen | null> {
    return await this.page.evaluate(playVideo, [second, length] as const);
  }

  /** How many refused changes the learner is shown, on this page or where its line about them leads. */
  async countRefused(): Promise<number> {
    const items = this.page.getByTestId('refused-item');
    const way = this.page.getByTestId('refused-line').getByRole('link');
    if ((await items.count()) === 0 && (await way.count()) > 0) {
      await press(way);
      await items.first().waitFor();
    }
    return await items.count();
  }

  async openLesson(lesson: string): Promise<void> {
    await press(this.page.locator(`nav li[data-lesson="${lesson}"] > a`));
    await this.page.locator(`nav li[data-lesson="${lesson}"][data-current="true"]`).waitFor();
  }

  #note(place: number): Locator {
    return this.page.locator(noteItem).nth(place);
  }
}
