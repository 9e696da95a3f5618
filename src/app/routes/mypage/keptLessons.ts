import type { LessonData } from '#features/download/engine.ts';
import { startDownloads } from '#features/download/startDownloads.ts';
import { readLesson } from '#features/lesson/local.ts';
import { syncLesson } from '#features/lesson/sync.ts';
import { readInventory } from '#features/library/local.ts';
import { syncInventory } from '#features/library/sync.ts';
import { readTextbook } from '#features/textbook/local.ts';
import { syncTextbook } from '#features/textbook/sync.ts';
import { readWhiteboard } from '#features/whiteboard/local.ts';
import { syncWhiteboard } from '#features/whiteboard/sync.ts';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';

/** A part of a kept lesson's data: whether it is on the device, and how to load it. */
type Part = { isHere: () => Promise<boolean>; bring: (signal: AbortSignal) => Promise<unknown> };

/** Course and lesson first: they name the textbook and the boards. */
function firstParts(db: UserDb, { inventory, lesson }: DownloadRow): Part[] {
  return [
    {
      isHere: async () => ((await readInventory(db, inventory))?.data.course.course_chapter.length ?? 0) > 0,
      bring: (signal) => syncInventory(db, inventory, signal),
    },
    {
      isHere: async () => (await readLesson(db, lesson)) !== null,
      bring: (signal) => syncLesson(db, lesson, signal),
    },
  ];
}

async function bookParts(db: UserDb, { inventory, lesson }: DownloadRow): Promise<Part[]> {
  const course = (await readInventory(db, inventory))?.data.course;
  const boards = (await readLesson(db, lesson))?.data.whiteboards.length ?? 0;
  const parts: Part[] = [];
  const { textbook_bundle: textbook = null, whiteboard_bundle: whiteboard = null } = course ?? {};
  if (textbook !== null) {
    parts.push({
      isHere: async () => (await readTextbook(db, textbook)) !== null,
      bring: (signal) => syncTextbook(db, textbook, signal),
    });
  }
  if (whiteboard !== null && boards === 0) {
    parts.push({
      isHere: async () => (await readWhiteboard(db, whiteboard)) !== null,
      bring: (signal) => syncWhiteboard(db, whiteboard, signal),
    });
  }
  return parts;
}

async function bring(parts: readonly Part[]): Promise<void> {
  const { signal } = new AbortController();
  for (const part of parts) if (!(await part.isHere())) await part.bring(signal);
}

async function areHere(parts: readonly Part[]): Promise<boolean> {
  for (const part of parts) if (!(await part.isHere())) return false;
  return true;
}

function lessonData(db: UserDb): LessonData {
  return {
    keep: async (row) => {
      await bring(firstParts(db, row));
      await bring(await bookParts(db, row));
    },
    isKept: async (row) => (await areHere(firstParts(db, row))) && (await areHere(await bookParts(db, row))),
  };
}

/** Starts the downloader, and connects it with the lesson data of the other features. Returns how to stop it. */
export function startKeptLessons(db: UserDb): () => void {
  if (typeof caches === 'undefined') return () => undefined;
  return startDownloads(db, lessonData(db));
}
