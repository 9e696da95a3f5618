import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

/** Noto Sans JP: it has old forms such as 髙, 﨑 and 𠮷, and its outlines survive subsetting to the letters in use. */
const files = {
  regular: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
};

export type FontFiles = { regular: Buffer; bold: Buffer };

const read = (name: string) => readFile(fileURLToPath(import.meta.resolve(name)));

let loaded: Promise<FontFiles> | null = null;

/** Both weights, read once when the first paper is made: 11 MB that a server without papers never loads. */
export function fontFiles(): Promise<FontFiles> {
  loaded ??= Promise.all([read(files.regular), read(files.bold)])
    .then(([regular, bold]) => ({ regular, bold }))
    .catch((error: unknown) => {
      loaded = null;
      throw error;
    });
  return loaded;
}

let letters: Promise<Font> | null = null;

async function openLetters(): Promise<Font> {
  const font = create((await fontFiles()).regular);
  if (!('hasGlyphForCodePoint' in font)) throw new Error('a collection in the place of a font');
  return font;
}

/**
 * The characters of a text that cannot be printed on a paper, each once, in their order: a form refuses such a name
 * before anything is made with it. Both weights have the same letters. Line ends count as not printable.
 */
export async function missingGlyphs(text: string): Promise<string[]> {
  letters ??= openLetters().catch((error: unknown) => {
    letters = null;
    throw error;
  });
  const font = await letters;
  return [...new Set(text)].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}
