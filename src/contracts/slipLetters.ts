/**
 * Letters that a store's terminal and a bank can show: those of Windows-31J, in which the gateway is told who pays
 * (money.md 3.1, product.md V13). A form names the others before anything is sent; nothing ever becomes a question mark.
 */

/** Letters that are sent as another one of the same look. */
const alike = '\u301c\u2212\u2014\u2016\u00a2\u00a3\u00a5\u00ac';

let known: ReadonlySet<string> | null = null;

/**
 * Every letter of two bytes, read out of the decoder that browsers and servers have: the table itself would weigh more
 * than the page. Done when it is first asked for, which takes milliseconds.
 */
function readLetters(): ReadonlySet<string> {
  const bytes: number[] = [];
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) if (trail !== 0x7f) bytes.push(lead, trail);
  }
  const text = new TextDecoder('shift_jis').decode(Uint8Array.from(bytes));
  // What stands for no letter, and the places that everybody fills as they like.
  return new Set([...text].filter((letter) => !/[\ufffd\p{Co}\p{Cc}]/u.test(letter)));
}

function canShow(letter: string): boolean {
  if (/^[ -~]$/.test(letter)) return true;
  known ??= readLetters();
  return alike.includes(letter) || known.has(letter);
}

/** Letters of `text` that no store and no bank can show, each once. Empty: all can be sent. */
export function unshowable(text: string): string[] {
  const wide = text.replaceAll(/[\uff61-\uff9f]+/g, (kana) => kana.normalize('NFKC'));
  return [...new Set([...wide].filter((letter) => !canShow(letter)))];
}
