/**
 * Letters that a store terminal and a bank can show: those of Windows-31J, in which the gateway gets the payer's name
 * (money.md 3.1, product.md V13). A form lists the other letters before anything is sent, so that no letter becomes a
 * question mark.
 */

/** Letters that are sent as another letter with the same look. */
const alike = '\u301c\u2212\u2014\u2016\u00a2\u00a3\u00a5\u00ac';

let known: ReadonlySet<string> | null = null;

/**
 * All two-byte letters, read from the decoder that browsers and servers have: the table itself would be larger than the
 * page. Built on first use, which takes milliseconds.
 */
function readLetters(): ReadonlySet<string> {
  const bytes: number[] = [];
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) if (trail !== 0x7f) bytes.push(lead, trail);
  }
  const text = new TextDecoder('shift_jis').decode(Uint8Array.from(bytes));
  // Without the replacement character, the private use area and control characters.
  return new Set([...text].filter((letter) => !/[\ufffd\p{Co}\p{Cc}]/u.test(letter)));
}

function canShow(letter: string): boolean {
  if (/^[ -~]$/.test(letter)) return true;
  known ??= readLetters();
  return alike.includes(letter) || known.has(letter);
}

/** Letters of `text` that no store or bank can show, each once. Empty: all can be sent. */
export function unshowable(text: string): string[] {
  const wide = text.replaceAll(/[\uff61-\uff9f]+/g, (kana) => kana.normalize('NFKC'));
  return [...new Set([...wide].filter((letter) => !canShow(letter)))];
}
