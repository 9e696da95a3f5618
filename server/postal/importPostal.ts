import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CsvError, parse } from 'csv-parse';
import { eq, ne } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { postalCodes } from '../db/schema/postal.ts';
import { settings } from '../db/schema/system.ts';
import type { Deps } from '../deps.ts';

/** A few dozen codes of Japan Post's file, so that the look-up can be tried before the whole file is loaded. */
export const extractFile = fileURLToPath(new URL('./extract.csv', import.meta.url));
/** Name of the row in `settings`. */
const settingName = 'postal';
/** Rows written in one statement; the embedded database serves nobody else meanwhile. */
const batch = 500;
/** Columns of the file: 3 the code, 7 to 9 prefecture, city and street. */
const columns = 15;
const streetColumn = 8;

/** A file that cannot be read; the message is Japanese and says what to do. */
export class PostalFileError extends Error {
  override name = 'PostalFileError';
}

/** The floor of a tower; each floor has its own code. This is the only text in brackets that belongs to the address. */
const floor = /（([０-９0-9]+階)）$/u;
/** All other brackets say which part of a town is meant: ranges, lists, excluded buildings. */
const remark = /（.*$/u;
/** Parts of a town in Iwate are numbered; a range or list of them is not part of an address. */
const range = /第?[０-９0-9]+地割[、〜～].*$/u;

/** The street as people write it: the file's remarks are taken out (Japan Post, 「郵便番号データの説明」). */
export function cleanStreet(street: string): string {
  if (/^以下に掲載がない場合$|の次に.*番地がくる場合$|^.+一円$/.test(street)) return '';
  return street.replace(floor, '$1').replace(remark, '').replace(range, '');
}

type PostalPlace = { code: string; prefecture: string; city: string; street: string };

function placeOf(record: string[], line: number): PostalPlace {
  const [, , code = '', , , , prefecture = '', city = '', street = ''] = record;
  if (record.length !== columns || !/^\d{7}$/.test(code))
    throw new PostalFileError(`${line}行目が日本郵便の郵便番号データ(utf_ken_all.csv)の形ではありません。`);
  return { code, prefecture, city, street: cleanStreet(street) };
}

/**
 * The text of a file. Refuses other encodings than UTF-8: their letters would become unreadable, and UTF-16 has zero
 * bytes.
 */
async function* textOf(file: string): AsyncGenerator<string> {
  let line = 1;
  for await (const text of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const at = ['\ufffd', '\0'].map((sign) => text.indexOf(sign)).filter((found) => found >= 0);
    const end = at.length > 0 ? Math.min(...at) : text.length;
    line += text.slice(0, end).split('\n').length - 1;
    if (at.length > 0)
      throw new PostalFileError(
        `文字コードが違います(${line}行目)。UTF-8形式の utf_ken_all.csv を指定するか、UTF-8で保存しなおしてください。`,
      );
    yield text;
  }
}

async function* batchesOf(file: string): AsyncGenerator<PostalPlace[]> {
  const parser = parse({ bom: true, relax_column_count: true });
  const source = Readable.from(textOf(file));
  // A pipe does not forward errors of its source.
  source.on('error', (error) => parser.destroy(error));
  const records = source.pipe(parser);
  let rows: PostalPlace[] = [];
  let line = 0;
  /**
   * Code of a row whose brackets are still open: in the older form of the file, the text continues in the next row of
   * the same code.
   */
  let unfinished: string | null = null;
  for await (const record of records) {
    line += 1;
    const place = placeOf(record as string[], line);
    const street = (record as string[])[streetColumn] ?? '';
    const isRest: boolean = unfinished === place.code;
    const isOpen = street.lastIndexOf('（') > street.lastIndexOf('）');
    unfinished = isOpen || (isRest && !street.includes('）')) ? place.code : null;
    if (isRest) continue;
    rows.push(place);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** The edition that counts; `null`: none was loaded yet. */
export async function currentEdition(db: Db): Promise<number | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, settingName)).limit(1);
  const value = row?.value as { edition?: unknown } | undefined;
  return typeof value?.edition === 'number' ? value.edition : null;
}

/**
 * Loads Japan Post's file in place of the old one; look-ups use the old one until the end. Answers how many places it
 * holds. Throws `PostalFileError`; then nothing has changed.
 */
export async function importPostal({ db, clock }: Deps, file: string): Promise<number> {
  const edition = Math.max(clock.now(), ((await currentEdition(db)) ?? 0) + 1);
  let count = 0;
  try {
    for await (const places of batchesOf(file)) {
      await db.insert(postalCodes).values(places.map((place) => ({ ...place, edition })));
      count += places.length;
    }
    if (count === 0) throw new PostalFileError('ファイルが空です。');
  } catch (error) {
    await db.delete(postalCodes).where(eq(postalCodes.edition, edition));
    if (!(error instanceof CsvError)) throw error;
    throw new PostalFileError(`CSVとして読み取れませんでした(${error.code})。`);
  }
  const row = { name: settingName, value: { edition, count }, modified: new Date(clock.now()) };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
  await db.delete(postalCodes).where(ne(postalCodes.edition, edition));
  return count;
}
