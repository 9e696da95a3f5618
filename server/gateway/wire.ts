import iconv from 'iconv-lite';

/** The gateway's side of the protocol (money.md 3.1): requests are forms in Windows-31J, answers are `k=v&k=v`. */

const decoder = () => new TextDecoder('shift_jis', { fatal: true });

function bytesOf(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const hex = text[place] === '%' ? text.slice(place + 1, place + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      place += 2;
    } else bytes.push(text[place] === '+' ? 0x20 : text.charCodeAt(place) & 0xff);
  }
  return Uint8Array.from(bytes);
}

export type Fields = Record<string, string>;

/** Fields of a request, or `null`: it is not a form, or not in the gateway's encoding. */
export function readForm(body: string): Fields | null {
  const fields: Fields = {};
  try {
    for (const piece of body.split('&')) {
      const at = piece.indexOf('=');
      if (at > 0) fields[piece.slice(0, at)] = decoder().decode(bytesOf(piece.slice(at + 1)));
    }
    return fields;
  } catch {
    return null;
  }
}

export type Result = Fields | { errors: string[] } | { lines: string[] };

export const failed = (...errors: string[]): { errors: string[] } => ({ errors });

const isFailed = (result: Result): result is { errors: string[] } =>
  'errors' in result && Array.isArray(result.errors);
const isLines = (result: Result): result is { lines: string[] } =>
  'lines' in result && Array.isArray(result.lines);

/** An answer as it is sent: nothing in it is escaped. */
export function replyText(result: Result): string {
  if (isFailed(result)) {
    const codes = result.errors.map((info) => info.slice(0, 3));
    return `ErrCode=${codes.join('|')}&ErrInfo=${result.errors.join('|')}`;
  }
  if (isLines(result)) return result.lines.join('\r\n');
  return Object.entries(result)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export const encode = (text: string): Buffer => iconv.encode(text, 'cp932');

/** A form as a notification posts it. */
export function formText(fields: Fields): string {
  const escaped = (value: string) =>
    [...encode(value)]
      .map((byte) => {
        const letter = String.fromCharCode(byte);
        return /[A-Za-z0-9*._-]/.test(letter)
          ? letter
          : byte === 0x20
            ? '+'
            : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      })
      .join('');
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join('&');
}

/** How far clocks in Japan are ahead of UTC, milliseconds. */
export const japanMs = 9 * 3_600_000;

/** `yyyyMMddHHmmss` in Japan. */
export function stamp(time: number): string {
  return new Date(time + japanMs).toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

/** End of the day in Japan that lies `days` after `time`. */
export function endOfDay(time: number, days: number): number {
  const day = 86_400_000;
  return (Math.floor((time + japanMs) / day) + days + 1) * day - japanMs - 1_000;
}
