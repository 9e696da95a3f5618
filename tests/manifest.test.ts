import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { startPictures } from '../src/features/pwa/startPictures.ts';

type Picture = {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
  label?: string;
};
type Place = { name: string; url: string; icons: Picture[] };
type Manifest = {
  id: string;
  scope: string;
  start_url: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: Place[];
  share_target: { action: string; method: string };
  prefer_related_applications: boolean;
  [member: string]: unknown;
};

const root = join(import.meta.dirname, '..');
const publicFolder = join(root, 'public');
const manifest: Manifest = JSON.parse(readFileSync(join(root, 'manifest.webmanifest'), 'utf8'));
const html = readFileSync(join(root, 'index.html'), 'utf8');

/** Type and size of a picture as its own bytes say. */
function measure(path: string): { type: string; sizes: string } {
  const bytes = readFileSync(join(publicFolder, path));
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(1, 4) === 'PNG')
    return { type: 'image/png', sizes: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` };
  if (text(8, 15) === 'WEBPVP8') {
    const isPlain = text(15, 16) === ' ';
    const width = isPlain ? bytes.readUInt16LE(26) & 0x3fff : bytes.readUIntLE(24, 3) + 1;
    const height = isPlain ? bytes.readUInt16LE(28) & 0x3fff : bytes.readUIntLE(27, 3) + 1;
    return { type: 'image/webp', sizes: `${width}x${height}` };
  }
  throw new Error(`${path} is no PNG and no WebP`);
}

const pictures = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap(({ icons }) => icons),
];

describe('the manifest', () => {
  it.each(pictures)('tells the truth about $src', ({ src, sizes, type }) => {
    expect(measure(src)).toEqual({ sizes, type });
  });

  it('names the app once and for all', () => {
    expect(manifest).toMatchObject({ id: '/', scope: '/', lang: 'ja', dir: 'ltr', display: 'standalone' });
    expect(manifest.prefer_related_applications).toBe(false);
    for (const member of ['name', 'short_name', 'description', 'orientation', 'theme_color', 'categories'])
      expect(manifest[member], member).toBeTruthy();
  });

  it('has an icon for every use', () => {
    const uses = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    for (const use of [
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
      '512x512 monochrome',
    ])
      expect(uses).toContain(use);
  });

  it('starts, and is opened by shortcuts and shares, on pages that the worker answers offline', () => {
    const addresses = [
      manifest.start_url,
      manifest.share_target.action,
      ...manifest.shortcuts.map(({ url }) => url),
    ];
    for (const address of addresses) {
      const url = new URL(address, 'https://app.example.jp');
      expect(isAppRoute(url.pathname), address).toBe(true);
      expect(url.pathname.startsWith(manifest.scope)).toBe(true);
    }
    expect(manifest.share_target.method).toBe('GET');
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['続きから', '復習', 'ダウンロード']);
  });

  it('has no screenshot that it does not list, and none that is heavy', () => {
    const listed = manifest.screenshots.map(({ src }) => src.slice('/screenshots/'.length));
    expect(readdirSync(join(publicFolder, 'screenshots')).sort()).toEqual(listed.sort());
    for (const { src } of manifest.screenshots)
      expect(statSync(join(publicFolder, src)).size, src).toBeLessThan(120_000);
  });

  it('shows itself on phones and on wide screens, each with one shape', () => {
    for (const form of ['narrow', 'wide']) {
      const shown = manifest.screenshots.filter(({ form_factor }) => form_factor === form);
      expect(shown.length).toBeGreaterThanOrEqual(1);
      expect(new Set(shown.map(({ sizes }) => sizes)).size).toBe(1);
      for (const { sizes, label } of shown) {
        const [width = 0, height = 0] = sizes.split('x').map(Number);
        expect(Math.max(width, height) / Math.min(width, height)).toBeLessThan(2.3);
        expect(label).toBeTruthy();
      }
    }
  });
});

describe('an iPhone or iPad', () => {
  it.each(startPictures)('finds its start picture $file', ({ file, width, height }) => {
    expect(measure(file)).toEqual({ type: 'image/png', sizes: `${width}x${height}` });
    expect(statSync(join(publicFolder, file)).size).toBeLessThan(15_000);
  });

  it('has no start picture that nobody asks for', () => {
    const wanted = startPictures.map(({ file }) => file.slice('splash/'.length));
    expect(readdirSync(join(publicFolder, 'splash')).sort()).toEqual(wanted.sort());
  });

  it('finds its icon, opaque and of the size it wants', () => {
    const [, icon = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
    expect(existsSync(join(publicFolder, icon))).toBe(true);
    expect(measure(icon).sizes).toBe('180x180');
    expect(html).toContain('viewport-fit=cover');
  });
});
