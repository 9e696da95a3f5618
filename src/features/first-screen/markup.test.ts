import { describe, expect, it } from 'vitest';
import { type Shape, writeMarkup } from './markup.ts';

type Attributes = Record<string, string>;

function element(localName: string, attributes: Attributes = {}, ...children: (Shape | string)[]): Shape {
  return {
    nodeType: 1,
    localName,
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    childNodes: children.map((child) => (typeof child === 'string' ? text(child) : child)),
  };
}

function text(nodeValue: string): Shape {
  return { nodeType: 3, nodeValue };
}

describe('the markup of a stored screen', () => {
  it('says what is on the screen, with its classes and styles', () => {
    const card = element('article', { class: 'card', style: 'padding-top: 4px' }, '数学 <&"');
    expect(writeMarkup(card)).toBe(
      '<article class="card" style="padding-top: 4px">数学 &lt;&amp;&quot;</article>',
    );
  });

  it.each([
    'script',
    'style',
    'template',
    'iframe',
    'object',
    'embed',
    'link',
    'meta',
    'base',
    'x-thing',
    'use',
  ])('never holds %s, nor what stands in it', (name) => {
    expect(writeMarkup(element('p', {}, 'a', element(name, {}, 'alert(1)'), 'b'))).toBe('<p>ab</p>');
  });

  it.each([
    ['onclick', 'alert(1)'],
    ['onError', 'alert(1)'],
    ['formaction', '/x'],
    ['srcdoc', '<p>'],
    ['srcset', 'blob:x 2x'],
    ['autofocus', ''],
    ['contenteditable', 'true'],
    ['data-testid', 'shell'],
    ['nonce', 'abc'],
  ])('leaves out %s', (name, value) => {
    expect(writeMarkup(element('div', { [name]: value, class: 'a' }))).toBe('<div class="a"></div>');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example/x', ' javascript:x', 'blob:x'])(
    'leads nowhere but to plain addresses: %s',
    (href) => {
      expect(writeMarkup(element('a', { href }, 'x'))).toBe('<a>x</a>');
    },
  );

  it('keeps links of the app, real ones', () => {
    expect(writeMarkup(element('a', { href: '/mypage/lecture/3?lesson=4' }, 'x'))).toBe(
      '<a href="/mypage/lecture/3?lesson=4">x</a>',
    );
  });

  it.each(['blob:http://localhost/1', 'https://elsewhere.example/a.png', 'data:image/svg+xml,<svg/>'])(
    'loads no picture from %s',
    (src) => {
      expect(writeMarkup(element('img', { src, alt: '' }))).toBe('<img alt="">');
    },
  );

  it('keeps nothing that was typed', () => {
    const box = element('input', { type: 'search', value: 'ひみつ', placeholder: 'さがす' });
    expect(writeMarkup(box)).toBe('<input type="search" placeholder="さがす" inert>');
    expect(writeMarkup(element('textarea', {}, 'ひみつのメモ'))).toBe('<textarea inert></textarea>');
  });

  it('makes inert what needs React, and shows the chosen option', () => {
    expect(writeMarkup(element('button', { type: 'button' }, '開く'))).toBe(
      '<button type="button" inert>開く</button>',
    );
    const chosen = { ...element('option', {}, '新しい順'), selected: true };
    expect(writeMarkup(element('select', {}, chosen, element('option', {}, '名前順')))).toBe(
      '<select inert><option selected>新しい順</option><option>名前順</option></select>',
    );
  });

  it('puts a box of the same size in place of a video, without its address', () => {
    const video: Shape = {
      ...element('video', { class: 'screen', src: 'blob:x', poster: '/media/a.webp' }),
      getBoundingClientRect: () => ({ width: 640, height: 359.6, top: 0 }),
    };
    expect(writeMarkup(video)).toBe(
      '<div class="screen" style="display:block;width:640px;height:360px;max-width:100%"></div>',
    );
  });

  it('renames ids with everything that refers to them: React uses the same ones beside it', () => {
    const group = element('svg', {}, element('mask', { id: 'm' }), element('path', { mask: 'url(#m)' }));
    expect(writeMarkup(group)).toBe(
      '<svg><mask id="first-m"></mask><path mask="url(#first-m)"></path></svg>',
    );
    expect(writeMarkup(element('label', { for: 'a', 'aria-describedby': 'b c' }))).toBe(
      '<label for="first-a" aria-describedby="first-b first-c"></label>',
    );
  });

  it('loads nothing by way of a style', () => {
    expect(writeMarkup(element('i', { style: 'background:url(//elsewhere.example/x)' }))).toBe('<i></i>');
  });

  it('leaves out what the caller says', () => {
    const news = element('p', { role: 'status' }, 'ログインしました。');
    const page = element('div', {}, news, element('p', {}, '講座'));
    expect(writeMarkup(page, { leaveOut: (node) => node === news })).toBe('<div><p>講座</p></div>');
  });

  it('keeps the place of what lies below the screen, and nothing in it', () => {
    const card = (top: number, name: string): Shape => ({
      ...element('li', { class: 'card', style: 'top: 1px' }, name),
      getBoundingClientRect: () => ({ width: 400, height: 131.6, top }),
    });
    expect(writeMarkup(element('ul', {}, card(100, '数学'), card(900, '英語')), { below: 900 })).toBe(
      '<ul><li class="card" style="top: 1px">数学</li>' +
        '<li class="card" style="box-sizing:border-box;height:132px"></li></ul>',
    );
  });
});
