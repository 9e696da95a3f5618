import type * as z from 'zod/mini';
import type { StoredSubject } from '../db/schema/entryExam.ts';
import type { StoredHero, StoredSection } from '../db/schema/site.ts';
import type { ExamPart } from './exam/examTypes.ts';
import type {
  campaignFormat,
  courseFormat,
  faqFormat,
  noticesFormat,
  operatorFormat,
  packFormat,
  successFormat,
  teachersFormat,
} from './formats.ts';
import type { PackFile } from './mediaFile.ts';
import type { Problem } from './problems.ts';
import type { bundlesFormat, couponsFormat, plansFormat } from './shopFormats.ts';

/** Where something stands in the pack, for problems that only show later (in the database). */
export type FilePosition = { file: string; line: number };

export type TeacherContent = Omit<z.output<typeof teachersFormat>[number], 'photo'> & {
  photo: PackFile | null;
  place: FilePosition;
};
export type NoticeContent = z.output<typeof noticesFormat>[number] & {
  bodyHtml: string;
  place: FilePosition;
};

/** Who runs the service, of operator.yaml. */
export type OperatorContent = z.output<typeof operatorFormat>;

export type FaqContent = Omit<z.output<typeof faqFormat>[number], 'answer'> & {
  answerHtml: string;
  place: FilePosition;
};
/** One version of a page; `id` is `<slug>-<version>`. */
export type PageContent = {
  id: string;
  slug: string;
  version: number;
  title: string;
  effective: Date;
  changes: string;
  bodyHtml: string;
  headings: string[];
  place: FilePosition;
};

type SuccessFile = z.output<typeof successFormat>;
/** The report of a year; `id` is `success-<year>`. */
export type SuccessContent = Omit<SuccessFile, 'stories'> & {
  id: string;
  year: number;
  stories: (SuccessFile['stories'][number] & { place: FilePosition })[];
  place: FilePosition;
};
/** A campaign under one of its addresses; `id` is its slug. */
export type CampaignContent = {
  id: string;
  canonical: string | null;
  title: string;
  /** As written (moments.ts). */
  starts_at: string;
  ends_at: string;
  hero: StoredHero;
  cta: z.output<typeof campaignFormat>['cta'];
  sections: StoredSection[];
  place: FilePosition;
};

/** Several courses at one price. */
export type BundleContent = z.output<typeof bundlesFormat>[number] & { place: FilePosition };
/** Courses that are open as long as the plan runs. */
export type PlanContent = z.output<typeof plansFormat>[number] & { place: FilePosition };
export type CouponContent = z.output<typeof couponsFormat>[number] & { place: FilePosition };

/** The entry exam as it will be stored. */
export type EntryExamContent = { subjects: StoredSubject[]; place: FilePosition };

export type BoardContent = { image: PackFile; startSec: number; alt: string };

/** A lesson as it will be stored. */
export type LessonContent = {
  id: string;
  name: string;
  goal: string;
  /** Whole seconds. */
  duration: number;
  isFree: boolean;
  bodyHtml: string;
  video: PackFile | null;
  audio: PackFile | null;
  captions: PackFile | null;
  poster: PackFile | null;
  boards: BoardContent[];
  textbookPages: { from: number; to: number } | null;
  place: FilePosition;
};

type CourseFile = z.output<typeof courseFormat>;
export type TextbookContent = { name: string; file: PackFile; pages: number };
/** A page of the textbook that everybody may see; its size in pixels. */
export type TextbookSampleContent = { picture: PackFile; page: number; width: number; height: number };

export type CourseContent = Omit<CourseFile, 'chapters' | 'thumbnail' | 'textbook' | 'textbook_samples'> & {
  chapters: {
    id: string;
    name: string;
    place: FilePosition;
    units: { id: string; name: string; place: FilePosition; lessons: LessonContent[] }[];
  }[];
  thumbnail: PackFile | null;
  textbook: TextbookContent | null;
  textbookSamples: TextbookSampleContent[];
  place: FilePosition;
};

/** A whole pack that was read without a problem. */
export type PackContent = z.output<typeof packFormat> & {
  teachers: TeacherContent[];
  courses: CourseContent[];
  notices: NoticeContent[];
  pages: PageContent[];
  faq: FaqContent[];
  success: SuccessContent[];
  campaigns: CampaignContent[];
  entryExam: EntryExamContent | null;
  /** Mock exams, English tests and diagnoses with their schools (exams.md 2.2). */
  examPart: ExamPart;
  bundles: BundleContent[];
  plans: PlanContent[];
  coupons: CouponContent[];
  /** Who runs the service; `null`: the pack does not say. */
  operator: OperatorContent | null;
  /** The operator's facts are made up, see operator.yaml. */
  isSample: boolean;
  /** Problems that are worth a look but stop no import. */
  warnings: readonly Problem[];
};

/** Every media file of a pack. */
export function filesOf(pack: PackContent): PackFile[] {
  const all = [
    ...pack.teachers.map((teacher) => teacher.photo),
    ...pack.courses.flatMap((course) => [
      course.thumbnail,
      course.textbook?.file ?? null,
      ...course.textbookSamples.map((sample) => sample.picture),
    ]),
    ...lessonsOf(pack).flatMap((lesson) => [
      lesson.video,
      lesson.audio,
      lesson.captions,
      lesson.poster,
      ...lesson.boards.map((board) => board.image),
    ]),
  ];
  return all.filter((file) => file !== null);
}

/** Every lesson of a pack, in order. */
export function lessonsOf(pack: PackContent): LessonContent[] {
  return pack.courses.flatMap((course) => lessonsOfCourse(course));
}

/** Every lesson of a course, in order. */
export function lessonsOfCourse(course: CourseContent): LessonContent[] {
  return course.chapters.flatMap((chapter) => chapter.units.flatMap((unit) => unit.lessons));
}
