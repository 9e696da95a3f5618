import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patterns } from '#shared/lib/pages/pageTable.ts';
import { eachNode, isNode, type Node, root, sourceFiles } from './sources.ts';

/**
 * Mails, messages and answers of the server lead to pages of the app. Only whoever presses a button would find out that
 * its address has no row in the table of pages, so every address in the server's code is compared with it.
 */

/** Stand in a text for the app's own address, and for everything else that is put in while the server runs. */
const [site, gap] = ['\uE000', '\uE001'];

function nameOf(node: Node): unknown {
  if (node.type === 'MemberExpression' && isNode(node.property)) return node.property.name;
  return node.name;
}

/** The texts in code, whole, with `gap` or `site` for what is put in. */
function textsOf(file: string, code: string): string[] {
  const texts: string[] = [];
  eachNode(file, code, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type !== 'TemplateLiteral') return;
    const marks = (node.expressions as Node[]).map((one) => (nameOf(one) === 'appUrl' ? site : gap));
    const pieces = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    texts.push(pieces.map((piece, at) => `${piece}${marks[at] ?? ''}`).join(''));
  });
  return texts;
}

/** How addresses of pages begin: `mypage`, `cart` and the like. */
const areas = new Set(Object.values(patterns).flatMap((pattern) => pattern.split('/')[1] || []));

/** Calls of the API, and beginnings of addresses, end with a slash; pages do not. */
const isCall = (address: string) => address.endsWith('/');

/** What of a text is meant as the address of a page. */
function addressesIn(text: string): string[] {
  const [, whole = '', area = ''] = new RegExp(`^${gap}?(/([\\w-]+).*)$`).exec(text) ?? [];
  const behind = [...text.matchAll(new RegExp(`(?:${site}|href=")(/[^\\s"'<]*)`, 'g'))];
  const isPage = areas.has(area) && !isCall(whole);
  return [...(isPage ? [whole] : []), ...behind.map(([, address = '']) => address)];
}

const pages = Object.values(patterns).map(
  (pattern) => new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+')}$`),
);

/** The addresses of pages in code, as they stand there. */
function addressesOf(file: string, code: string): string[] {
  return textsOf(file, code).flatMap(addressesIn);
}

/** Whether an address, without its query, is none of a page. */
function isLost(address: string): boolean {
  const path = address.replace(/[?#].*$/, '');
  return !pages.some((page) => page.test(path));
}

/** The gateway is a company of its own, with addresses of its own. */
const isOurs = (file: string) => !/\.test\.ts$|^server\/(?:gateway|testing)\//.test(file);

describe('addresses of pages in the code of the server', () => {
  const files = sourceFiles('server').filter(isOurs);
  const written = files.flatMap((file) =>
    addressesOf(file, readFileSync(join(root, file), 'utf8')).map((address) => ({ file, address })),
  );

  it('are found', () => {
    expect(written.length).toBeGreaterThan(10);
  });

  it('are in the table of pages', () => {
    expect(written.filter(({ address }) => isLost(address))).toEqual([]);
  });

  it('that are wrong are noticed, however they are written', () => {
    const wrong = (code: string) => addressesOf('server/mail/a.ts', code).filter(isLost).length;
    expect(wrong("const to = '/mypage/histories';")).toBe(1);
    expect(wrong(`const to = \`/cart/coupons/\${id}/edit\`;`)).toBe(1);
    expect(wrong(`const to = \`\${deps.config.appUrl}/my-page\`;`)).toBe(1);
    expect(wrong(`const to = \`\${appUrl}/my-page?token=\${token}\`;`)).toBe(1);
    expect(wrong(`const html = '<a href="/notices">お知らせ</a>';`)).toBe(1);
    expect(wrong(`const to = \`\${site}/mypage/english\${part}\`;`)).toBe(1);
  });

  it('may have an id, a query, and what is no page beside them', () => {
    const code = [
      `const a = \`\${appUrl}/mypage/history/\${order.id}?from=\${place}\`;`,
      `const b = \`\${appUrl}\${paths.login()}\`;`,
      "const c = '/mypage';",
      "app.post('/signup/verify/', verify);",
      "const d = '/api/shop/cart/';",
      "const e = 'お問い合わせは /contact から';",
    ];
    const found = addressesOf('server/mail/a.ts', code.join('\n'));
    expect(found.length).toBe(2);
    expect(found.filter(isLost)).toEqual([]);
  });
});
