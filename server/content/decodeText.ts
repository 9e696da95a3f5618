/** A text as it may be published, or in which line (from 1) it cannot be, and why. */
export type Decoded = { text: string } | { line: number; problem: string };

const advice = 'エディターで開き、文字コードに「UTF-8」を選んで、UTF-8で保存しなおしてください。';
const utf8 = new TextDecoder('utf-8', { fatal: true });
const lineFeed = 0x0a;

const startsWith = (bytes: Buffer, ...head: number[]) => head.every((byte, i) => bytes[i] === byte);

/** The first line that is no UTF-8. A line feed is never a part of another letter there, so lines stand alone. */
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
    // Editors on Windows put a mark (BOM) before the text, a script that joins files two of them.
    return { text: utf8.decode(bytes).replace(/^\uFEFF+/, '') };
  } catch {
    // Half the bytes of Latin letters and line ends are zero there; no other encoding of Japanese has any.
    if (bytes.includes(0)) return wide;
    return { line: firstForeignLine(bytes), problem: `文字コードがUTF-8ではありません。${advice}` };
  }
}

/** Signs nobody sees and no screen shows. Tabs and line ends are what the formats are made of. */
const unseen = /[^\P{Cc}\t\n\r]/u;
const rules: [RegExp, (sign: string) => string][] = [
  // Latin letters of UTF-16 are zero bytes in turn with letters, ISO-2022-JP is ASCII with escapes: both are valid UTF-8.
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
 * Reads a text file of a pack. Only UTF-8 is taken: a text in another encoding would be published as signs that nobody
 * can read. A BOM is taken off; every kind of line end becomes a line feed, lines keep their numbers.
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
