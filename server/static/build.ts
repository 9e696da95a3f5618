import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The input for pages: the folder of the build, the page of the app and the bundler's manifest. */
export type Build = { folder: string; html: string; chunks: Record<string, { file: string }> };

/** A name of the build that is in a folder now; it changes with a deployment. Empty: there is none. */
export async function buildVersion(folder: string): Promise<string> {
  const info = await stat(join(folder, 'index.html')).catch(() => null);
  return info ? `${info.size} ${info.mtimeMs}` : '';
}

/** Reads the build in a folder. */
export async function readBuild(folder: string): Promise<Build> {
  const [html, manifest] = await Promise.all(
    ['index.html', join('.vite', 'manifest.json')].map((file) => readFile(join(folder, file), 'utf8')),
  );
  return { folder, html: html ?? '', chunks: JSON.parse(manifest ?? '{}') as Build['chunks'] };
}
