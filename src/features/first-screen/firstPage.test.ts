import { describe, expect, it } from 'vitest';
import { firstPage, headersOf } from './firstPage.ts';

const shell = `<!doctype html><html lang="ja"><head><title>コノマナビ</title><script>check()</script>
<script type="module" crossorigin src="/assets/a.js"></script>
<link rel="manifest" href="/a.webmanifest"><link rel="modulepreload" crossorigin href="/assets/b.js"><link rel="stylesheet" crossorigin href="/assets/a.css"></head>
<body><div id="root"></div><script>boot()</script></body></html>`;
const parts = { title: '学ぶ', owner: '7', markup: '<p>講座 $& 1</p>', style: '.a{color:red}' };

describe('a stored screen as a page', () => {
  it('is the shell with the screen before React’s place, hidden, and its owner named', () => {
    const page = firstPage(shell, parts) ?? '';
    expect(page).toContain('<div id="first"><p>講座 $& 1</p></div><div id="root"></div>');
    expect(page).toContain('<meta name="first-screen" content="7" /><title>学ぶ</title>');
    expect(page).toContain('html:not([data-first]) #first{display:none}');
    expect(page.indexOf('content="7"')).toBeLessThan(page.indexOf('check()'));
    expect(page.match(/<script.*?<\/script>/g)).toEqual([
      '<script>check()</script>',
      '<script>boot()</script>',
    ]);
  });

  it('runs before the screen only what decides how and whether it is seen', () => {
    const decides = ['set("data-mantine-color-scheme")', 'ask("first-screen")'].map(
      (body) => `<script>${body}</script>`,
    );
    const page = firstPage(
      shell.replace('<script>check()', () => `${decides.join('')}<script>check()`),
      parts,
    );
    expect(page?.match(/<script.*?<\/script>|<div id="first">/g)).toEqual([
      ...decides,
      '<div id="first">',
      '<script>check()</script>',
      '<script>boot()</script>',
    ]);
  });

  it('loads nothing by itself: what the shell loads waits for the first paint', () => {
    const page = firstPage(shell, parts) ?? '';
    expect(page).toContain('<link data-first="app" crossorigin href="/assets/a.js">');
    expect(page).toContain('<link data-first="modulepreload" crossorigin href="/assets/b.js">');
    expect(page).toContain('<link data-first="stylesheet" crossorigin href="/assets/a.css">');
    expect(page).toContain('<link data-first="manifest" href="/a.webmanifest">');
    expect(page.match(/ (rel|src)="[^"]*"/g)).toEqual([' rel="expect"']);
  });

  it('is painted once it is whole', () => {
    const page = firstPage(shell, parts) ?? '';
    const [head = '', body = ''] = page.split('</head>');
    expect(head).toContain('<link rel="expect" href="#root" blocking="render" />');
    expect(body.indexOf('id="first"')).toBeLessThan(body.indexOf('id="root"'));
  });

  it('has its own rules after the place of the style sheet, as chunks have theirs', () => {
    const page = firstPage(shell, parts) ?? '';
    expect(page.indexOf('.a{color:red}')).toBeGreaterThan(page.indexOf('/assets/a.css'));
  });

  it('cannot be left by a name or a title', () => {
    const page = firstPage(shell, { ...parts, owner: '"><script>', title: '</title><script>' }) ?? '';
    expect(page.match(/<script/g)).toHaveLength(2);
  });

  it.each(['id="root"', 'rel="stylesheet"', 'type="module"', '</head>'])(
    'is none when the shell is another one than was thought, without %s',
    (part) => {
      expect(firstPage(shell.replace(part, 'x'), parts)).toBeNull();
    },
  );

  it('comes with the policy of the shell, without what speaks of its bytes', () => {
    const headers = headersOf(
      new Headers({ 'Content-Security-Policy': "script-src 'self'", 'Content-Encoding': 'br', ETag: '"1"' }),
    );
    expect(Object.fromEntries(headers)).toEqual({
      'content-security-policy': "script-src 'self'",
      'content-type': 'text/html; charset=utf-8',
    });
  });
});
