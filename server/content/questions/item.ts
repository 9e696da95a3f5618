import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { join, normalize } from 'node:path/posix';
import { Refused, refusals } from './refusal.ts';

/** A question as it will stand in a subject's YAML: names as in exam/formats.ts. */
export type ImportedQuestion = {
  id: string;
  slots: Partial<Record<'choice' | 'text' | 'number' | 'self', string[]>>;
  options?: unknown;
  max?: number;
  body: string;
  figures?: Record<string, { file: string; alt: string }>;
  track?: string;
  length?: number;
  score: unknown;
  why?: string;
  passage?: string[];
};

/** A file of the source that goes into the pack. `href` as it was written, for messages; `target`: one for each `path`. */
export type Wanted = { href: string; path: string; target: string; line: number };
export type ImportedTrack = { id: string; name: string; target: string };
export type ImportedPassage = {
  name: string;
  title: string;
  text: string;
  figures: ImportedQuestion['figures'];
};

/** An item that was read. `section`: what it stands under. */
export type ImportedItem = {
  file: string;
  line: number;
  identifier: string;
  section: string;
  question: ImportedQuestion;
  wanted: Wanted[];
  tracks: ImportedTrack[];
  passages: ImportedPassage[];
  warnings: string[];
};

/** An item that was not read, and why. */
export type Refusal = { file: string; line: number; identifier: string; message: string };
export type ImportedFile = { items: ImportedItem[]; refusals: Refusal[] };

/** Makes an id of a pack out of the letters and digits of a name. */
export function slugOf(name: string, other: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return slug === '' ? other : slug;
}

/** Names of slots: A to Z, then with a number. */
export function slotNames(count: number): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return Array.from({ length: count }, (_, i) => letters[i] ?? `Z${i - 24}`);
}

/** Spellings that count for a word, where the source ignores upper and lower case. */
export function spellings(word: string, isExact: boolean): string[] {
  const lower = word.toLowerCase();
  const titled = lower.replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  const all = [word, lower, lower.charAt(0).toUpperCase() + lower.slice(1), titled, word.toUpperCase()];
  return isExact ? [word] : [...new Set(all)];
}

/** The section that a category opens: the last part of its path; one without a name leaves the section as it was. */
export function sectionOf(category: string, former: string): string {
  return category.split('/').at(-1)?.trim() || former;
}

/**
 * The question as it stands in a pack file: with its id, what it shows and plays, and first words. `body`: used when
 * the source has no body of its own.
 */
export function wholeQuestion(
  { body: own, ...read }: Omit<ImportedQuestion, 'id' | 'body'> & { body?: string },
  { id, body, why, media }: { id: string; body: string; why: string; media: MediaOfItem },
): ImportedQuestion {
  const [track] = media.tracks;
  return {
    id,
    body: (own ?? body) || '次の問いに答えなさい。',
    ...read,
    ...(Object.keys(media.figures).length > 0 ? { figures: media.figures } : {}),
    ...(track ? { track: track.id } : {}),
    ...(why === '' ? {} : { why }),
  };
}

const isOutside = (href: string) => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href);
const pictures = ['.svg', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif'];
const sounds = ['.m4a', '.mp3', '.mp4', '.ogg', '.oga', '.wav', '.aac'];

/** Collects the files that an item shows or plays. Paths count from `folder` of the source. */
export class MediaOfItem {
  readonly wanted: Wanted[] = [];
  readonly figures: Record<string, { file: string; alt: string }> = {};
  readonly tracks: ImportedTrack[] = [];
  readonly #folder: string;
  readonly #item: string;

  constructor(folder: string, item: string) {
    this.#folder = folder;
    this.#item = slugOf(item, 'item');
  }

  #want(href: string, place: string, line: number): string {
    if (isOutside(href.trim())) throw new Refused(refusals.outside(href.trim()), line);
    const bare = decode(href.trim()).replace(/[?#].*$/, '');
    const path = normalize(join(this.#folder, bare));
    if (bare === '' || path.startsWith('..')) throw new Refused(refusals.missing(href), line);
    const known = this.wanted.find((one) => one.path === path);
    if (known) return known.target;
    const ending = extname(path).toLowerCase();
    const stem = slugOf(basename(path, extname(path)), 'file').slice(0, 20);
    // Of two Japanese names little is left in a slug, and pictures of two items may have the same name.
    const mark = createHash('sha256').update(path).digest('hex').slice(0, 8);
    const target = `${place}/${this.#item}-${stem}-${mark}${ending}`;
    this.wanted.push({ href, path, target, line });
    return target;
  }

  /** A picture; answers its id among the figures. */
  figure(href: string, alt: string, line: number): string {
    const file = this.#want(href, 'figures', line);
    const known = Object.entries(this.figures).find(([, figure]) => figure.file === file);
    if (known) return known[0];
    const id = `f${Object.keys(this.figures).length + 1}`;
    // A picture without words is refused by the check of the pack until somebody has written them.
    this.figures[id] = { file, alt: alt.trim() || '要記入' };
    return id;
  }

  sound(href: string, line: number): void {
    const target = this.#want(href, 'audio', line);
    if (this.tracks.some((track) => track.target === target)) return;
    const id = basename(target, extname(target));
    this.tracks.push({ id, name: basename(target), target });
  }

  /** An `object`: a picture or a sound by its type or its name. */
  object(href: string, type: string, alt: string, line: number): string | null {
    const ending = extname(href.replace(/[?#].*$/, '')).toLowerCase();
    if (type.startsWith('image/') || (type === '' && pictures.includes(ending)))
      return this.figure(href, alt, line);
    if (type.startsWith('audio/') || (type === '' && sounds.includes(ending))) this.sound(href, line);
    else throw new Refused(refusals.type(type || ending || 'object'), line);
    return null;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
