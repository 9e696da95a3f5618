import { expect, it } from 'vitest';
import { mediaKey } from './mediaKey.ts';

const key = (address: string) => mediaKey(new URL(address, 'https://app.example'));

it('is the path without the signature, so that another hour finds the same file', () => {
  expect(key('/media/demo/math/board-1.webp?e=1&s=abc')).toBe('/media/demo/math/board-1.webp');
  expect(key('/media/demo/math/text.pdf?e=2&s=def')).toBe('/media/demo/math/text.pdf');
  expect(key('/media/demo/math/1.ja.vtt')).toBe('/media/demo/math/1.ja.vtt');
});

it.each(['/media/demo/math/1.mp4?e=1', '/media/demo/math/1.m4a', '/api/lms/x.png', '/icons/a.png'])(
  'does not keep %s',
  (address) => {
    expect(key(address)).toBeNull();
  },
);
