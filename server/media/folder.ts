import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { MediaStore } from './store.ts';

const segment = /^[^/\\\0]+$/;

function isPlain(path: string): boolean {
  return path.split('/').every((part) => segment.test(part) && !part.startsWith('.'));
}

/** Media in a folder. Dot files, `..` and links that lead out of the folder are not found. */
export function folderStore(root: string): MediaStore {
  return {
    async open(path) {
      if (!isPlain(path)) return null;
      const file = join(root, path);
      try {
        const [real, base] = await Promise.all([realpath(file), realpath(root)]);
        if (!real.startsWith(base + sep)) return null;
        const info = await stat(real);
        if (!info.isFile()) return null;
        return {
          size: info.size,
          modified: Math.floor(info.mtimeMs),
          etag: `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
          read: (from, to) => createReadStream(real, { start: from, end: to }),
        };
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
        throw error;
      }
    },
  };
}
