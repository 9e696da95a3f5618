import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where uploaded files are stored: by number only, outside of everything that is served directly. */
export type FileStore = {
  put(id: string, content: Uint8Array): Promise<void>;
  /** `null`: not there. */
  read(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(id: string): Promise<void>;
  /** Numbers of all files that were put, in whole or in part, and not changed since `before`, epoch milliseconds. */
  list(before: number): Promise<string[]>;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function nothingThere(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Files in a folder that only the server's own user may read. */
export function folderFiles(root: string): FileStore {
  const pathOf = (id: string) => {
    if (!uuid.test(id)) throw new Error('no number of a file');
    return join(root, id.slice(0, 2), id);
  };
  return {
    async put(id, content) {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const part = await open(`${path}.part`, 'w', 0o600);
      try {
        await part.writeFile(content);
        // The database's row will be on the disk, so the file that it names must be there before.
        await part.sync();
      } finally {
        await part.close();
      }
      await rename(`${path}.part`, path);
    },
    async read(id) {
      try {
        return new Uint8Array(await readFile(pathOf(id)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(`${pathOf(id)}.part`, { force: true });
      await rm(pathOf(id), { force: true });
    },
    async list(before) {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(nothingThere);
      const ids = new Set<string>();
      for (const entry of entries) {
        const id = entry.name.replace(/\.part$/, '');
        if (!entry.isFile() || !uuid.test(id)) continue;
        const found = await stat(join(entry.parentPath, entry.name)).catch(() => null);
        if (found && found.mtimeMs < before) ids.add(id);
      }
      return [...ids];
    },
  };
}
