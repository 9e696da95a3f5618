import { describe, expect, it } from 'vitest';
import { cleanHtml } from './sanitize.ts';

describe('cleanHtml', () => {
  it.each([
    ['scripts', '<p>あ<script>alert(1)</script></p>', '<p>あ</p>'],
    ['handlers', '<p onclick="alert(1)">あ</p>', '<p>あ</p>'],
    [
      'handlers in pictures of formulas',
      '<svg onload="alert(1)"><path d="M0 0"></path></svg>',
      '<svg><path d="M0 0"></path></svg>',
    ],
    ['script addresses', '<a href="javascript:alert(1)">あ</a>', '<a>あ</a>'],
    ['data addresses', '<a href="data:text/html,x">あ</a>', '<a>あ</a>'],
    ['addresses without a scheme of their own', '<a href="//example.com">あ</a>', '<a>あ</a>'],
    ['frames, forms and pictures', '<iframe src="x"></iframe><form><input></form><img src="x">あ', 'あ'],
    [
      'styles that load or place anything',
      '<span style="background:url(x);position:fixed;top:1em">あ</span>',
      '<span style="top:1em">あ</span>',
    ],
    [
      'the LaTeX source beside MathML',
      '<math><semantics><mi>x</mi><annotation>x</annotation></semantics></math>',
      '<math><mi>x</mi></math>',
    ],
    ['ids and names', '<p id="root" name="x">あ</p>', '<p>あ</p>'],
  ])('takes %s away', (_name, html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
  });

  it('keeps links inside the app as they are and marks those that lead away', () => {
    expect(cleanHtml('<a href="/mypage">あ</a>')).toBe('<a href="/mypage">あ</a>');
    expect(cleanHtml('<a href="https://example.com/">あ</a>')).toBe(
      '<a href="https://example.com/" rel="noopener noreferrer" target="_blank">あ</a>',
    );
  });
});
