// Every path that the generator uses, relative to the repository.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repoRoot = fileURLToPath(new URL('../../', import.meta.url));
export const demoRoot = path.join(repoRoot, 'server/demo');
export const cacheRoot = path.join(repoRoot, '.cache/media');
export const katexRoot = path.join(repoRoot, 'node_modules/katex/dist');
export const pdfjsRoot = path.join(repoRoot, 'node_modules/pdfjs-dist/legacy/build');
export const stateFile = path.join(demoRoot, 'generated.json');

export const courseDir = (courseId) => path.join(demoRoot, 'courses', courseId);
