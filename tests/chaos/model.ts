/**
 * What the learner did, and what must therefore be there in the end. Pure: it knows no browser, no server, no time but
 * the order in which things were done (offline.md 5.6: marks are the last intent, notes keep every version nobody
 * replaced, seen parts are a union).
 */

/** The value of a mark: 1 and 0 for on and off, 0 to 3 for 理解度. */
export type MarkValue = number;
/** A seen part of a lesson, seconds. */
export type Range = [from: number, to: number];

type Intent = {
  device: number;
  value: MarkValue;
  /** The device may have taken it back unsent: it ended where the device had begun (offline.md 3.66). */
  mayVanish: boolean;
  /** The server would not take it. */
  isRefused: boolean;
};

/** Changes of one mark on one device since the device had nothing left to send. */
type Run = { baseline: MarkValue; intents: Intent[] };

/** `parents`: the words it takes the place of. */
type Version = { word: string; parents: string[]; isDeletion: boolean };

/** What must be there in the end. */
export type Expectation = {
  /** By name of the mark: every value the rules allow; one, but for changes that took each other back. */
  marks: Map<string, MarkValue[]>;
  /** Words of the notes that must be there, each once. */
  notes: string[];
  /** Words that were replaced or deleted by somebody who had read them. */
  goneNotes: string[];
  /** By lesson. `position`: `null` when nothing was watched. */
  watches: Map<string, { ranges: Range[]; position: number | null }>;
  /** By device: names of the marks it must show as refused. */
  refused: string[][];
};

/** Keeps what the learner did. */
export class Model {
  readonly #marks = new Map<string, Intent[]>();
  readonly #runs = new Map<string, Run>();
  readonly #versions = new Map<string, Version>();
  /** When words were last replaced, last chosen to stay, and last left to what the server has. */
  readonly #replaced = new Map<string, number>();
  readonly #kept = new Map<string, number>();
  readonly #left = new Map<string, number>();
  #moment = 0;
  readonly #watches = new Map<string, { ranges: Range[]; position: number | null }>();
  readonly #devices: number;

  constructor(devices: number) {
    this.#devices = devices;
  }

  /** The learner set a mark on a device that showed `before`. */
  mark(name: string, device: number, value: MarkValue, before: MarkValue): void {
    const intent: Intent = { device, value, mayVanish: false, isRefused: false };
    const key = `${device} ${name}`;
    const run = this.#runs.get(key) ?? { baseline: before, intents: [] };
    run.intents.push(intent);
    this.#runs.set(key, run);
    // The queue drops changes that end where they began: where the run did, or where it had come to when the server
    // last heard of it. Those the server has seen cannot vanish, but then sending the last one comes to the same.
    const isFormer = (one: Intent) => one.value === value && !one.isRefused;
    const former = run.intents.slice(0, -1).findLastIndex(isFormer);
    if (run.intents.length > 1 && (former >= 0 || value === run.baseline)) {
      for (const one of run.intents.slice(former + 1)) one.mayVanish = true;
    }
    // A new intent takes the place of the device's refused one.
    const others = this.#intents(name).filter((one) => !(one.device === device && one.isRefused));
    this.#marks.set(name, [...others, intent]);
  }

  /** The server refused what the device wanted of a mark. */
  refuse(name: string, device: number, value: MarkValue): void {
    const last = this.#intents(name).findLast((one) => one.device === device && one.value === value);
    if (last) last.isRefused = true;
  }

  /** The device has nothing left to send. */
  drained(device: number): void {
    for (const key of this.#runs.keys()) if (key.startsWith(`${device} `)) this.#runs.delete(key);
  }

  /** The learner wrote a note, or changed the one that said `parents`. Words are unique. */
  write(word: string, parents: string[]): void {
    this.#add({ word, parents, isDeletion: false });
  }

  /** The learner deleted the note that said `parents`. */
  delete(parents: string[]): void {
    this.#add({ word: `deletion ${this.#moment}`, parents, isDeletion: true });
  }

  /**
   * Whether two versions of a note are for the learner to choose from: not when one was written by somebody who had
   * read the other, unless the other was also deleted.
   */
  isConflict(mine: string[], theirs: string[]): boolean {
    const isDeleted = [...this.#versions.values()].some(
      ({ isDeletion, parents }) => isDeletion && parents.some((word) => mine.includes(word)),
    );
    const read = new Set<string>();
    const walk = (word: string) => {
      if (read.has(word)) return;
      read.add(word);
      for (const parent of this.#versions.get(word)?.parents ?? []) walk(parent);
    };
    for (const word of theirs) walk(word);
    return isDeleted || !mine.every((word) => read.has(word));
  }

  /** The learner was shown two versions: some words stay, whatever had become of them, others go. */
  choose(kept: string[], gone: string[]): void {
    this.#moment += 1;
    for (const word of gone) this.#replaced.set(word, this.#moment);
    for (const word of kept) this.#kept.set(word, this.#moment);
  }

  /**
   * The learner was shown two versions and left it at the other device's: their own words go. The others stay as the
   * server has them: who has read and replaced them meanwhile, unknown to this device, is not undone by that, but a
   * replacement that the server never took is over.
   */
  leave(theirs: string[], gone: string[]): void {
    this.choose([], gone);
    for (const word of theirs) this.#left.set(word, this.#moment);
  }

  /** The learner saw a part of a lesson, or moved to a place in it. */
  watch(lesson: string, ranges: Range[], position: number): void {
    const known = this.#watches.get(lesson) ?? { ranges: [], position: null };
    this.#watches.set(lesson, { ranges: [...known.ranges, ...ranges], position });
  }

  /** Marks about which this device had the last word, and what it must show of them whatever else is going on. */
  lastWords(device: number): Map<string, MarkValue> {
    const last = [...this.#marks].flatMap(([name, intents]) => {
      const one = intents.at(-1);
      return one?.device === device && !one.isRefused && !one.mayVanish ? [[name, one.value] as const] : [];
    });
    return new Map(last);
  }

  /** What must be there now that everything has come through. */
  expected(): Expectation {
    const words = [...this.#versions.values()].filter((one) => !one.isDeletion).map(({ word }) => word);
    const isGone = (word: string) => (this.#replaced.get(word) ?? -1) > (this.#kept.get(word) ?? -1);
    const isOpen = (word: string) =>
      isGone(word) && (this.#left.get(word) ?? -1) > (this.#replaced.get(word) ?? -1);
    return {
      marks: new Map([...this.#marks].map(([name, intents]) => [name, allowed(intents)])),
      notes: words.filter((word) => !isGone(word)),
      goneNotes: words.filter((word) => isGone(word) && !isOpen(word)),
      watches: new Map(
        [...this.#watches].map(([lesson, { ranges, position }]) => [
          lesson,
          { ranges: union(ranges), position },
        ]),
      ),
      refused: Array.from({ length: this.#devices }, (_, device) => this.#refusedOn(device)),
    };
  }

  #add(version: Version): void {
    this.#moment += 1;
    this.#versions.set(version.word, version);
    for (const parent of version.parents) this.#replaced.set(parent, this.#moment);
  }

  #refusedOn(device: number): string[] {
    const isOpen = (intents: Intent[]) => intents.some((one) => one.device === device && one.isRefused);
    return [...this.#marks].filter(([, intents]) => isOpen(intents)).map(([name]) => name);
  }

  #intents(name: string): Intent[] {
    const known = this.#marks.get(name);
    if (known) return known;
    const made: Intent[] = [];
    this.#marks.set(name, made);
    return made;
  }
}

/** Values the rules allow: the last intent, and the last that cannot have been taken back. */
function allowed(intents: Intent[]): MarkValue[] {
  const counted = intents.filter((one) => !one.isRefused);
  const last = counted.at(-1)?.value ?? 0;
  const lastKept = counted.filter((one) => !one.mayVanish).at(-1)?.value ?? 0;
  return [...new Set([last, lastKept])];
}

/** Seen parts in order, overlapping and touching ones joined. */
export function union(ranges: Range[]): Range[] {
  const joined: Range[] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from - last[1] < 0.5) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
