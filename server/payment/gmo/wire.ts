import iconv from 'iconv-lite';

/**
 * The gateway's encoding (money.md 3.1): requests are forms whose bytes are Windows-31J; answers are
 * `key=value&key=value` in the same encoding, unescaped.
 */

/** Letters that look alike in both encodings but have another number (ashtuchkin/iconv-lite#145). */
const alike: Record<string, string> = {
  '\u301c': '\uff5e', // wave dash
  '\u2212': '\uff0d', // minus
  '\u2014': '\u2015', // dash
  '\u2016': '\u2225', // double line
  '\u00a2': '\uffe0', // cent
  '\u00a3': '\uffe1', // pound
  '\u00a5': '\uffe5', // yen, which would arrive as a backslash
  '\u00ac': '\uffe2', // not
};

/**
 * A text as the gateway accepts it: similar-looking letters that it knows, and full-width instead of half-width kana.
 */
export function foldForGateway(text: string): string {
  return text
    .replaceAll(/[\uff61-\uff9f]+/g, (kana) => kana.normalize('NFKC'))
    .replaceAll(/[\u301c\u2212\u2014\u2016\u00a2\u00a3\u00a5\u00ac]/g, (letter) => alike[letter] ?? letter);
}

function canSend(letter: string): boolean {
  if (/\p{Cc}/u.test(letter)) return false;
  if (letter === '?') return true;
  const bytes = iconv.encode(letter, 'cp932');
  return !(bytes.length === 1 && bytes[0] === 0x3f);
}

/** Letters of `text` that the gateway's encoding lacks, each once (product.md V13). Empty: all can be sent. */
export function unsendable(text: string): string[] {
  return [...new Set([...foldForGateway(text)].filter((letter) => !canSend(letter)))];
}

function escapedBytes(text: string): string {
  let escaped = '';
  for (const byte of iconv.encode(foldForGateway(text), 'cp932')) {
    const isPlain =
      (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
    const isMark = byte === 0x2d || byte === 0x2e || byte === 0x5f;
    escaped +=
      isPlain || isMark ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}

export type Fields = Record<string, string | number | undefined>;

/** Names of fields with letters that the gateway cannot accept. Nothing is ever sent as `?`. */
export function unsendableFields(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && unsendable(String(value)).length > 0)
    .map(([name]) => name);
}

/** The body of a request. Fields that are `undefined` are left out. */
export function formBody(fields: Fields): string {
  return Object.entries(fields)
    .filter((field): field is [string, string | number] => field[1] !== undefined)
    .map(([name, value]) => `${name}=${escapedBytes(String(value))}`)
    .join('&');
}

/** Text of an answer, or `null`: the bytes are not in the gateway's encoding. */
export function decodeAnswer(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('shift_jis', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export type Reply = { fields: Record<string, string> } | { errors: { code: string; info: string }[] };

/** Errors of an answer, paired by position; one list may be shorter than the other. */
function errorsOf(codes: string, infos: string): { code: string; info: string }[] {
  const [code, info] = [codes.split('|'), infos === '' ? [] : infos.split('|')];
  const count = Math.max(code.length, info.length);
  return Array.from({ length: count }, (_, place) => ({ code: code[place] ?? '', info: info[place] ?? '' }));
}

/** Whether a piece between two `&` begins a field: the gateway's names have this form, parts of a value do not. */
const beginsField = /^([A-Z][A-Za-z0-9_]*)=/;

function rawFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  let last: string | null = null;
  let rest = text;
  // The address of a challenge comes last, has unescaped `&`, and is the rest of the text.
  const address = /(?:^|&)(RedirectUrl|RedirectURL)=/.exec(text);
  if (address) {
    fields.RedirectUrl = text.slice(address.index + address[0].length);
    rest = text.slice(0, address.index);
  }
  for (const piece of rest === '' ? [] : rest.split('&')) {
    const name: string | undefined = beginsField.exec(piece)?.[1];
    if (name !== undefined) {
      fields[name] = piece.slice(name.length + 1);
      last = name;
    } else if (last !== null) {
      fields[last] += `&${piece}`;
    }
  }
  return fields;
}

/**
 * Reads an answer. `expected` are the names without which it is incomplete. `null`: it is not an answer of this call.
 * URLSearchParams must not be used: it turns the `+` of a token into a blank.
 */
export function readReply(text: string, expected: readonly string[]): Reply | null {
  const fields = rawFields(text.replace(/[\r\n]+$/, ''));
  if (fields.ErrCode || fields.ErrInfo) {
    return { errors: errorsOf(fields.ErrCode ?? '', fields.ErrInfo ?? '') };
  }
  return expected.every((name) => fields[name] !== undefined) ? { fields } : null;
}

/** Rows of an answer that holds lists: `A=1|2&B=x|y`. Lists of different lengths are invalid (`null`). */
export function rowsOf(
  fields: Record<string, string>,
  names: readonly string[],
): Record<string, string>[] | null {
  const lists = names.map((name) => (fields[name] ?? '').split('|'));
  const count = lists[0]?.length ?? 0;
  if (lists.some((list) => list.length !== count)) return null;
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(names.map((name, column) => [name, lists[column]?.[row] ?? ''])),
  );
}
