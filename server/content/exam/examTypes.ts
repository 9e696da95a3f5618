import type * as z from 'zod/mini';
import type { answersFileSchema, Paper } from '#contracts/examContent.ts';
import type { AnswerKey } from '#contracts/examKey.ts';
import type { FilePosition } from '../packTypes.ts';
import type { ProblemList } from '../problems.ts';
import type { ExamFile, UnitFile } from './formats.ts';
import type { NaishinFile, SchoolFile } from './schoolFormats.ts';

/** What a text of an exam is read with. */
export type ExamContext = {
  root: string;
  /** Folder of the exam, counted from the pack's folder: `exams/common-a`. */
  folder: string;
  problems: ProblemList;
  /** Files of the exam that something names, counted from its folder. All others are reported as unused. */
  used: Set<string>;
};

/**
 * A file of a subject's pack. `name` is how papers call it, and carries its hash; `content` is its bytes or its path.
 */
export type ExamAsset = { name: string; size: number; sha256: string; content: Buffer | { source: string } };

/** A picture that was checked. Sizes in pixels. */
export type FigureContent = {
  asset: ExamAsset;
  alt: string;
  long: string;
  width: number;
  height: number;
};

/** A subject as takers see it, and what marks it. Versions stay empty until the whole exam is read. */
export type SubjectContent = {
  id: string;
  isRequired: boolean;
  group: string | null;
  hasListening: boolean;
  /** Slots of the subject. */
  slots: number;
  /** With the scripts of its tracks. Everybody gets the paper without them (`withoutScripts`). */
  paper: Paper;
  answers: z.output<typeof answersFileSchema>;
  key: AnswerKey;
  /** Each once. */
  assets: ExamAsset[];
  /** Where its parts stand: `question:m-1`, `passage:p-1`, `section:s1`, `track:t1`, `subject`. */
  places: Map<string, FilePosition>;
};

/** An exam that was read without a problem. */
export type ExamContent = {
  id: string;
  file: ExamFile;
  subjects: SubjectContent[];
  /** Corrections that takers see; `at` as it is written. */
  errata: { id: string; subject: string; question: string | null; html: string; at: string }[];
  /** SHA-256 over everything takers see, hex: the same questions again are the same version (exams.md 2.1). */
  version: string;
  /** SHA-256 over keys and explanations, hex: another one of the same version is a key revision. */
  keyVersion: string;
  place: FilePosition;
};

/** A line of borders/<year>.csv. */
export type BorderContent = {
  year: number;
  school: string;
  faculty: string;
  method: string;
  /** 偏差値 to a tenth, or points. */
  border: number;
  subjects: { id: string; weight: number }[];
  place: FilePosition;
};
export type SchoolContent = SchoolFile & { place: FilePosition };
export type NaishinContent = NaishinFile & { id: string; place: FilePosition };
export type UnitContent = UnitFile & { place: FilePosition };

/** Everything of exams in a pack. */
export type ExamPart = {
  exams: ExamContent[];
  units: UnitContent[];
  schools: SchoolContent[];
  borders: BorderContent[];
  naishin: NaishinContent[];
};

/** The paper that everybody gets. The scripts are only for takers who may read instead of listen, and for later. */
export function withoutScripts(paper: Paper): Paper {
  return { ...paper, tracks: paper.tracks.map((track) => ({ ...track, script: '' })) };
}
