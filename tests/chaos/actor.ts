import { apart, placeTolerance, rangeTolerance } from './compare.ts';
import type { ChaosDevice } from './device.ts';
import type { Model } from './model.ts';
import type { NoteTexts, Screen, Seen, Shown } from './screen.ts';
import type { Act } from './steps.ts';
import { expireToken, readWatches } from './stored.ts';

/** What came of an act; empty: what was meant. */
export type ActNote = string;

/** Media seconds that are watched at a time. */
const watchedSec = 1;
/** How long storing what was watched may take, ms. */
const storeLimitMs = 60_000;
/** Pause between two looks, ms. */
const lookEveryMs = 50;

/** The words of notes in a text: each was written once. */
export function wordsOf(text: string): string[] {
  return text.match(/〔[^〕]+〕/g) ?? [];
}

/** The learner: does things on a screen and tells the model. */
export class Actor {
  readonly lessons: readonly string[];
  readonly #model: Model;
  readonly #isServerUp: () => boolean;

  constructor(model: Model, lessons: readonly string[], isServerUp: () => boolean) {
    this.#model = model;
    this.lessons = lessons;
    this.#isServerUp = isServerUp;
  }

  /** Does something in a tab, when it can be opened. `number`: of the step, for words nobody wrote before. */
  async do(device: ChaosDevice, tab: number, act: Act, number: number): Promise<ActNote> {
    const screen = await device.tab(tab);
    const shown = await screen?.read();
    if (!screen || !shown) return 'the page cannot be opened';
    switch (act.do) {
      case 'star':
      case 'bookmark':
      case 'level':
        return await this.#mark(device, screen, shown, act);
      case 'add-note':
        this.#model.write(word(number), []);
        await screen.addNote(word(number));
        return '';
      case 'edit-note':
      case 'delete-note':
        return await this.#changeNote(screen, shown, act, number);
      case 'choose-version':
        return await this.#choose(screen, shown, act);
      case 'open-lesson':
        await screen.openLesson(this.#lesson(act.lesson));
        device.isAt(tab, this.#lesson(act.lesson));
        return '';
      case 'seek':
      case 'watch':
        return device.isConnected && this.#isServerUp() ? await this.#watch(screen, shown, act) : 'no video';
    }
  }

  /** The server took none of this request. */
  refused(device: ChaosDevice, path: string, body: string): void {
    const { lesson, level, is_favorite, is_check } = JSON.parse(body);
    if (path.includes('favorite')) this.#model.refuse(`star ${lesson}`, device.number, Number(is_favorite));
    if (path.includes('check')) this.#model.refuse(`level ${lesson}`, device.number, level);
    if (path.includes('bookmark')) this.#model.refuse('bookmark', device.number, Number(is_check));
  }

  async expireToken(device: ChaosDevice): Promise<void> {
    const [screen] = device.alive();
    if (screen) await expireToken(screen.page);
  }

  #lesson(number: number): string {
    return this.lessons[number % this.lessons.length] ?? '';
  }

  async #mark(
    device: ChaosDevice,
    screen: Screen,
    shown: Shown,
    act: Extract<Act, { do: 'star' | 'bookmark' | 'level' }>,
  ): Promise<ActNote> {
    if (act.do === 'star') {
      const lesson = this.#lesson(act.lesson);
      const before = shown.stars[lesson] === true;
      this.#model.mark(`star ${lesson}`, device.number, Number(!before), Number(before));
      await screen.toggleStar(lesson);
      return before ? 'off' : 'on';
    }
    if (act.do === 'bookmark') {
      const before = shown.isBookmarked;
      this.#model.mark('bookmark', device.number, Number(!before), Number(before));
      await screen.toggleBookmark();
      return before ? 'off' : 'on';
    }
    const before = shown.levels[shown.lesson] ?? 0;
    const after = before === act.level ? 0 : act.level;
    this.#model.mark(`level ${shown.lesson}`, device.number, after, before);
    await screen.toggleLevel(act.level);
    return String(after);
  }

  async #changeNote(
    screen: Screen,
    shown: Shown,
    act: Extract<Act, { do: 'edit-note' | 'delete-note' }>,
    number: number,
  ): Promise<ActNote> {
    const places = [...shown.notes.keys()].filter((place) => shown.notes[place]?.state !== 'conflict');
    const place = places[act.pick % places.length];
    if (place === undefined) return 'no note';
    let parents: string[] = [];
    if (act.do === 'delete-note') {
      await screen.deleteNote(place, ({ text }) => {
        parents = wordsOf(text);
        this.#model.delete(parents);
      });
    } else {
      parents = wordsOf(await screen.typeOverNote(place, word(number)));
      this.#model.write(word(number), parents);
      await screen.saveNote(word(number));
    }
    return parents.join('');
  }

  async #choose(
    screen: Screen,
    shown: Shown,
    { pick, choice }: Extract<Act, { do: 'choose-version' }>,
  ): Promise<ActNote> {
    const places = [...shown.notes.keys()].filter((place) => shown.notes[place]?.state === 'conflict');
    const place = places[pick % places.length];
    if (place === undefined) return 'no conflict';
    let note: NoteTexts = { text: '', other: '' };
    await screen.chooseVersion(place, choice, (seen) => {
      note = seen;
      this.#tellChoice(wordsOf(seen.text), wordsOf(seen.other), choice);
    });
    return `${note.text} / ${note.other}`;
  }

  #tellChoice(mine: string[], theirs: string[], choice: 'mine' | 'theirs' | 'both'): void {
    if (!this.#model.isConflict(mine, theirs))
      throw new Error(`asked about ${mine} and ${theirs} for nothing`);
    if (choice === 'both') this.#model.choose([...mine, ...theirs], []);
    else if (choice === 'mine')
      this.#model.choose(
        mine,
        theirs.filter((one) => !mine.includes(one)),
      );
    else
      this.#model.leave(
        theirs,
        mine.filter((one) => !theirs.includes(one)),
      );
  }

  async #watch(
    screen: Screen,
    shown: Shown,
    { do: kind, second }: Extract<Act, { do: 'seek' | 'watch' }>,
  ): Promise<ActNote> {
    const seen = await screen.playFrom(second, kind === 'watch' ? watchedSec : 0);
    if (!seen) return 'no video';
    this.#model.watch(shown.lesson, seen.ranges, seen.position);
    await mustBeStored(screen, shown.lesson, seen);
    return seen.position.toFixed(1);
  }
}

/** What was watched is on the device as soon as the video stands: what happens next must not take it away. */
async function mustBeStored(screen: Screen, lesson: string, seen: Seen): Promise<void> {
  const end = Date.now() + storeLimitMs;
  for (;;) {
    const stored = (await readWatches(screen.page)).find((one) => one.lesson === lesson);
    const isPlaceThere = stored && Math.abs(stored.position - seen.position) <= placeTolerance;
    const missing = apart([...(stored?.ranges ?? []), ...seen.ranges], stored?.ranges ?? []);
    if (isPlaceThere && missing <= rangeTolerance * (seen.ranges.length + 1)) return;
    if (Date.now() > end) {
      throw new Error(`${JSON.stringify(seen)} is not stored, but ${JSON.stringify(stored)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

function word(number: number): string {
  return `〔${number}〕`;
}
