import { existsSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
};

/** A file of the build, ready to send. */
export type ServedFile = { readonly type: string; readonly content: Buffer };

type ManifestEntry = { file: string };

/** A built folder as a static host hands it out: the shell for addresses of the app, 404 for lost assets. */
export class BuiltFiles {
  readonly #folder: string;
  readonly #replacements: ReadonlyMap<string, string>;
  readonly #cache = new Map<string, ServedFile | null>();

  /** `replacements`: texts of the scripts to exchange while serving, for addresses known only at run time. */
  constructor(folder: string, replacements: ReadonlyMap<string, string> = new Map()) {
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} holds no build.`);
    this.#folder = folder;
    this.#replacements = replacements;
  }

  /** The file for a path, or `null` when a real host would answer 404. */
  read(path: string): ServedFile | null {
    const wanted = extname(path) ? path : '/index.html';
    const known = this.#cache.get(wanted);
    if (known !== undefined) return known;
    const file = join(this.#folder, normalize(wanted));
    const found = existsSync(file) ? this.#load(file) : null;
    this.#cache.set(wanted, found);
    return found;
  }

  /** Path of the script that a source file became, for example `src/app/routes/mypage/favorite.tsx`. */
  scriptOf(source: string): string {
    const manifest: Record<string, ManifestEntry> = JSON.parse(
      readFileSync(join(this.#folder, '.vite', 'manifest.json'), 'utf8'),
    );
    const entry = manifest[source];
    if (!entry) throw new Error(`The build has no script of its own for ${source}.`);
    return `/${entry.file}`;
  }

  #load(file: string): ServedFile {
    const type = types[extname(file)] ?? 'application/octet-stream';
    let content = readFileSync(file);
    if (this.#replacements.size > 0 && extname(file) === '.js') {
      let text = content.toString('utf8');
      for (const [from, to] of this.#replacements) text = text.replaceAll(from, to);
      content = Buffer.from(text);
    }
    return { type, content };
  }
}
