// Copies of the Noto Sans JP files without the "Kangxi radical" characters. These share glyphs with ordinary kanji (⾏
// U+2F8F / 行), and PDF text would otherwise contain the radical when it is copied or searched.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheRoot } from './paths.mjs';

export const WEIGHTS = { 400: 'Regular', 500: 'Medium', 700: 'Bold' };
const isRadical = (code) => code >= 0x2e80 && code <= 0x2fdf;

function tableOffset(font, tag) {
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const record = 12 + i * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`font without ${tag} table`);
}

/** Maps every radical to glyph 0 in the font's 32-bit character map (which is used if present). */
function withoutRadicals(font) {
  const cmap = tableOffset(font, 'cmap');
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i += 1) {
    const table = cmap + font.readUInt32BE(cmap + 4 + i * 8 + 4);
    if (font.readUInt16BE(table) !== 12) continue;
    for (let g = 0; g < font.readUInt32BE(table + 12); g += 1) {
      const group = table + 16 + g * 12;
      if (!isRadical(font.readUInt32BE(group)) || !isRadical(font.readUInt32BE(group + 4))) continue;
      font.writeUInt32BE(font.readUInt32BE(group), group + 4);
      font.writeUInt32BE(0, group + 8);
    }
  }
  return font;
}

/** `fontDir` is the unpacked npm package @expo-google-fonts/noto-sans-jp; returns a map from weight to file. */
export function prepareFonts(fontDir) {
  const folder = path.join(cacheRoot, 'fonts');
  mkdirSync(folder, { recursive: true });
  return Object.fromEntries(
    Object.entries(WEIGHTS).map(([weight, name]) => {
      const file = path.join(folder, `NotoSansJP-${name}.ttf`);
      if (!existsSync(file)) {
        const source = path.join(fontDir, `${weight}${name}`, `NotoSansJP_${weight}${name}.ttf`);
        writeFileSync(file, withoutRadicals(readFileSync(source)));
      }
      return [weight, file];
    }),
  );
}
