import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { indexedPng } from './indexedPng.ts';

/** The brand colour. */
export const red = '#d6293e';

/** The logo mark in a 100 by 100 view box, without its frame. */
export const mark = readFileSync(join(import.meta.dirname, 'mark.svg'), 'utf8').replace(
  /<svg[^>]*>|<title>.*?<\/title>|<\/svg>\s*$/g,
  '',
);

/** A drawing as an SVG file. */
export function svg(content: string, viewBox = '0 0 100 100'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>\n`;
}

/** Draws it in a browser page as a PNG of at most 256 colours; sizes in px. */
export async function draw(page: Page, picture: string, width: number, height: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([source, w, h]) => {
      const image = new Image(w, h);
      image.src = `data:image/svg+xml,${encodeURIComponent(source.replace('<svg', `<svg width="${w}" height="${h}"`))}`;
      await image.decode();
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0, w, h);
      const data = context?.getImageData(0, 0, w, h).data ?? new Uint8ClampedArray();
      let text = '';
      for (let from = 0; from < data.length; from += 32_768)
        text += String.fromCharCode(...data.subarray(from, from + 32_768));
      return btoa(text);
    },
    [picture, width, height] as const,
  );
  return indexedPng(width, height, Buffer.from(encoded, 'base64'));
}
