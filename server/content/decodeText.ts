/** A text that may be published; or the line (from 1) in which it may not be, and why. */
export type Decoded = { text: string } | { line: number; problem: string };

const advice = 'エディターで開き、文字コードに「UTF-8」を選んで、UTF-8で保存しなおしてください。';
const utf8 = new TextDecoder('utf-8', { fatal: true });
const lineFeed = 0x0a;

const startsWith = (bytes: Buffer, ...head: number[]) => head.every((byte, i) => bytes[i] === byte);

/**
 * The first line that is not UTF-8. The byte of a line feed is never part of another letter, so each line can be
 * checked alone.
 */
function firstForeignLine(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; ; line += 1) {
    const end = bytes.indexOf(lineFeed, from);
    try {
      utf8.decode(bytes.subarray(from, end < 0 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end < 0) return line;
    from = end + 1;
  }
}

function decode(bytes: Buffer): Decoded {
  const wide = { line: 1, problem: `文字コードがUTF-16です。${advice}` };
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) return wide;
  try {
    // Editors on Windows put a byte order mark (BOM) before the text. A script that joins files can leave two of them.
    return { text: utf8.decode(bytes).replace(/^\uFEFF+/, '') };
  } catch {
    // In UTF-16, half the bytes of Latin letters and line ends are zero. No other encoding of Japanese has zero bytes.
    if (bytes.includes(0)) return wide;
    return { line: firstForeignLine(bytes), problem: `文字コードがUTF-8ではありません。${advice}` };
  }
}

/** Control characters, which nobody sees and no screen shows. Tabs and line ends are allowed: the formats need them. */
const unseen = /[^\P{Cc}\t\n\r]/u;
const rules: [RegExp, (sign: string) => string][] = [
  // Both are valid UTF-8, so they are looked for: UTF-16 has a zero byte for each Latin letter, ISO-2022-JP is ASCII
  // with escapes.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  [/[\u0000\u001B]/, () => `文字コードがUTF-8ではありません。${advice}`],
  [
    unseen,
    (sign) =>
      `画面に出ない制御文字 (U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}) が入っています。消してから、UTF-8で保存してください。`,
  ],
  [/\uFFFD/, () => '文字化けした「�」があります。元の文字に直して、UTF-8で保存してください。'],
];

/**
 * Reads a text file of a pack. Only UTF-8 is accepted: a text in another encoding would be published as signs that
 * nobody can read. A BOM is removed. Every kind of line end becomes a line feed; lines keep their numbers.
 */
export function decodeText(bytes: Buffer): Decoded {
  const decoded = decode(bytes);
  if (!('text' in decoded)) return decoded;
  const text = decoded.text.replaceAll(/\r\n?/g, '\n');
  for (const [pattern, problemOf] of rules) {
    const found = pattern.exec(text);
    if (found) return { line: text.slice(0, found.index).split('\n').length, problem: problemOf(found[0]) };
  }
  return { text };
}
