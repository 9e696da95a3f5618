import { readdir } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { listFolder } from './packNames.ts';
import type { TeacherContent } from './packTypes.ts';
import type { ProblemList } from './problems.ts';

/**
 * What a pack may hold at its top. All but the first two may be missing, so a mistyped name would be ignored silently.
 */
const known = [
  ...['pack.yaml', 'teachers.yaml', 'notices.yaml', 'faq.yaml', 'entry-exam.yaml', 'operator.yaml'],
  ...['bundles.yaml', 'plans.yaml', 'coupons.yaml', 'courses', 'pages', 'success', 'campaigns', 'teachers'],
  ...['exams', 'units.yaml', 'schools.yaml', 'borders', 'naishin'],
];
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[_\s]/g, '-')
    .replace(/\.(?:yml|yaml\.txt)$/, '.yaml');

/** Reports files at the top of a pack whose name is nearly one that is read: they would be ignored silently. */
export async function reportMistyped(root: string, problems: ProblemList): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    const meant = known.find((one) => one === plain(name));
    if (meant !== undefined && meant !== name)
      problems.add(name, 0, `「${meant}」ではないので読まれません。名前を「${meant}」にしてください。`);
  }
}

/** Reports portraits that no teacher shows. A portrait is found by the teacher's id, or named in teachers.yaml. */
export async function reportUnusedPhotos(
  root: string,
  teachers: readonly TeacherContent[],
  problems: ProblemList,
): Promise<void> {
  const shown = new Set(teachers.map(({ photo }) => photo && basename(photo.source).normalize('NFC')));
  for (const { name, kind } of await listFolder(root, 'teachers', problems)) {
    const stem = basename(name, extname(name));
    const owner = teachers.find(({ id }) => id === stem);
    // The source of a portrait (an SVG beside the WebP) may lie beside it.
    const isOwned = owner !== undefined && (owner.photo !== null || name === `${owner.id}.webp`);
    const isTheirs = isOwned || shown.has(name.normalize('NFC'));
    if (kind === 'file' && isTheirs) continue;
    const rule = '「先生のid.webp」にするか、teachers.yaml の photo に書いてください。';
    problems.add(`teachers/${name}`, 0, `この写真を使う先生がいません。${rule}`);
  }
}
