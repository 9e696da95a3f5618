import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { avifOf, sizedAvifOf, webpOf } from '../testing/pack.ts';
import { demoFolder } from './demo.ts';
import { pictureSize } from './pictureSize.ts';

/** Beginnings of WebP files of 301 × 203 pixels. */
const beginnings = {
  'lossy.webp': '52494646f20000005745425056503820e60000003013009d012a2d01cb00',
  'lossless.webp': '5249464624000000574542505650384c170000002f2c8132000710f58ffe',
  'alpha.webp': '524946461601000057454250565038580a000000100000002c0100ca0000',
};
let folder: string;

async function sizeOf(name: string, content: Buffer) {
  const file = join(folder, name);
  await writeFile(file, content);
  return pictureSize(file);
}

beforeAll(async () => {
  folder = await emptyFolder();
});

describe('pictureSize', () => {
  it.each(Object.entries(beginnings))('reads %s', async (name, hex) => {
    expect(await sizeOf(name, Buffer.from(hex, 'hex'))).toEqual({ width: 301, height: 203 });
  });

  it('reads an AVIF, and of one in parts the whole', async () => {
    const board = join(demoFolder, 'courses/jhs-math/boards/jhs-math-0101-1.avif');
    expect(await pictureSize(board)).toEqual({ width: 1280, height: 720 });
    const tile = { width: 512, height: 512 };
    const parts = sizedAvifOf('', tile, { width: 900, height: 1000 }, tile);
    expect(await sizeOf('parts.avif', parts)).toEqual({ width: 900, height: 1000 });
  });

  it.each([
    ['an AVIF without a size', avifOf('x')],
    ['a WebP without a size', webpOf('x')],
    ['an empty picture', sizedAvifOf('', { width: 0, height: 9 })],
    ['a PNG', Buffer.from('\x89PNG\r\n', 'latin1')],
    ['nothing', Buffer.alloc(0)],
  ])('says of %s that it does not know', async (name, content) => {
    expect(await sizeOf(name, content)).toBeNull();
  });
});
