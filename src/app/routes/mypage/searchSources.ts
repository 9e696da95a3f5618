import { readAllBookmarks } from '#features/bookmark/local.ts';
import { readKeptText } from '#features/download/chunkStore.ts';
import { readAllFavorites } from '#features/favorite/local.ts';
import { readAllNotes } from '#features/note/local.ts';
import { readCues } from '#features/search/cues.ts';
import type { KeptCaptions } from '#features/search/indexing.ts';
import type { MarkedTitle, NoteText } from '#features/search/model.ts';
import type { SearchSources } from '#features/search/useSearch.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';

async function readNoteTexts(db: UserDb): Promise<NoteText[]> {
  const notes = await readAllNotes(db);
  return notes.map(({ id, course, lesson, sec, body }) => ({ id, course: course ?? '', lesson, sec, body }));
}

async function readMarkedTitles(db: UserDb): Promise<MarkedTitle[]> {
  const [bookmarks, favorites] = await Promise.all([readAllBookmarks(db), readAllFavorites(db)]);
  return [
    ...bookmarks.map(({ course }) => ({
      course: course.id,
      courseName: course.name,
      lesson: '',
      lessonName: '',
    })),
    ...favorites.map(({ lesson }) => ({
      course: lesson.course.id,
      courseName: lesson.course.name,
      lesson: lesson.id,
      lessonName: lesson.name,
    })),
  ];
}

/** Captions of the lessons kept on this device; of each lesson only the first language. */
async function readKeptCaptions(db: UserDb): Promise<KeptCaptions[]> {
  const rows = await db.downloads.where('state').equals('ready').toArray();
  const files = new Map((await db.downloadFiles.toArray()).map((file) => [file.id, file]));
  return rows.flatMap(({ lesson, name, course, files: ids }) => {
    const captions = ids.map((id) => files.get(id)).find((file) => file?.kind === 'captions');
    if (!captions) return [];
    const read = async () => readCues(await readKeptText(db, captions));
    return [{ lesson: { id: lesson, name, course }, source: captions.etag, read }];
  });
}

/** What is searched besides the titles of the library (offline.md 2.10). */
export const searchSources: SearchSources = {
  notes: readNoteTexts,
  marked: readMarkedTitles,
  captions: readKeptCaptions,
};
