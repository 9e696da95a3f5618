import { createHash } from 'node:crypto';
import { getMimeType } from 'hono/utils/mime';
import type { z } from 'zod/mini';
import type { offlineManifestSchema } from '#contracts/offline.ts';
import type { Deps } from '../deps.ts';
import { type Lesson, type LoadedCourse, loadCourse, type Wanted } from '../domain/offline/course.ts';
import { chunkSize, factsOf, type MediaFacts } from '../domain/offline/facts.ts';
import { signMedia } from '../media/sign.ts';
import { mediaTypes } from '../media/types.ts';

/** The files of a lesson besides its video or sound. */
function sideFiles({ captions: texts, boards: pictures, shared }: LoadedCourse, lesson: Lesson): Wanted[] {
  return [
    ...shared,
    ...(lesson.poster ? [{ path: lesson.poster, kind: 'poster' } satisfies Wanted] : []),
    ...(texts.get(lesson.id) ?? []).map(({ path }): Wanted => ({ path, kind: 'captions' })),
    ...(pictures.get(lesson.id) ?? []).map(({ path }): Wanted => ({ path, kind: 'board' })),
  ];
}

function mediaOf(lesson: Lesson): Wanted[] {
  return [
    ...(lesson.video ? [{ path: lesson.video, kind: 'video' } satisfies Wanted] : []),
    ...(lesson.audio ? [{ path: lesson.audio, kind: 'audio' } satisfies Wanted] : []),
  ];
}

/** The name of a file on devices: independent of its signature and version. */
function fileId(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 24);
}

function versionOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

function presentFile(deps: Deps, { path, kind }: Wanted, facts: MediaFacts) {
  const { size, sha256, etag, chunks } = facts;
  const url = signMedia(deps, path, deps.clock.now());
  const type = getMimeType(path, mediaTypes) ?? 'application/octet-stream';
  return { id: fileId(path), kind, url, type, size, sha256, etag, chunks };
}

/** The manifest of a course for one inventory item; `validUntil`: the end of a copy that is made now. */
export async function buildManifest(
  deps: Deps,
  inventoryId: number,
  courseId: number,
  validUntil: Date,
): Promise<z.input<typeof offlineManifestSchema>> {
  const loaded = await loadCourse(deps.db, courseId);
  const wanted = new Map<string, Wanted>();
  for (const lesson of loaded.lessons) {
    for (const file of [...mediaOf(lesson), ...sideFiles(loaded, lesson)]) wanted.set(file.path, file);
  }
  const facts = await factsOf(deps, [...wanted.keys()]);
  const idOf = (path: string | null) => (path !== null && facts.has(path) ? fileId(path) : null);
  const lessonList = loaded.lessons.map((lesson) => {
    const files = sideFiles(loaded, lesson).filter(({ path }) => facts.has(path));
    const etags = [...mediaOf(lesson), ...files].map(({ path }) => facts.get(path)?.etag ?? '');
    return {
      id: lesson.id,
      name: lesson.name,
      version: versionOf([lesson.modified.toISOString(), ...etags]),
      video: idOf(lesson.video),
      audio: idOf(lesson.audio),
      files: [...new Set(files.map(({ path }) => fileId(path)))],
    };
  });
  return {
    inventory: inventoryId,
    course: { id: loaded.course.id, name: loaded.course.name },
    version: versionOf(lessonList.map(({ version }) => version)),
    chunk_size: chunkSize,
    valid_until: validUntil.toISOString(),
    server_time: new Date(deps.clock.now()).toISOString(),
    lessons: lessonList,
    files: [...wanted.values()].flatMap((file) => {
      const known = facts.get(file.path);
      return known ? [presentFile(deps, file, known)] : [];
    }),
  };
}
