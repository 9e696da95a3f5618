import type { CourseDetail, Teacher } from '#contracts/catalogue.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { siteAddress } from '#shared/lib/pages/siteAddress.ts';
import { breadcrumbs, organization, type StructuredItem } from '#shared/lib/pages/structuredData.ts';
import { lastDayOnSale } from './model.ts';
import { teacherTexts } from './teacherTexts.ts';
import { texts } from './texts.ts';

/** A length in seconds in ISO 8601, in whole minutes: `PT2H40M`. */
function isoDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes % 60 > 0 ? `${minutes % 60}M` : ''}`;
}

/** Structured data of the catalogue: who offers it and its address. */
export function catalogueData(): StructuredItem[] {
  return [organization(), breadcrumbs([{ name: texts.title, path: paths.catalogue() }])];
}

/** Structured data of a course (schema.org Course). Only what the page itself says. */
export function courseData(course: CourseDetail): StructuredItem[] {
  const path = paths.catalogueCourse(course.id);
  const lastDay = lastDayOnSale(course);
  const validity = lastDay ? { priceValidUntil: lastDay } : {};
  return [
    {
      '@type': 'Course',
      name: course.name,
      description: course.summary || course.description,
      url: siteAddress(path),
      inLanguage: 'ja',
      provider: organization(),
      ...(course.thumbnail ? { image: siteAddress(course.thumbnail) } : {}),
      ...(texts.level(course.level) ? { educationalLevel: texts.level(course.level) } : {}),
      ...(course.prerequisites.length > 0 ? { coursePrerequisites: course.prerequisites } : {}),
      ...(course.sale_status === 'on_sale' && course.price !== null
        ? {
            offers: [
              { '@type': 'Offer', category: 'Paid', price: course.price, priceCurrency: 'JPY', ...validity },
            ],
          }
        : {}),
      hasCourseInstance: [
        {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          courseWorkload: isoDuration(course.duration_sum),
          instructor: course.teachers.map(({ id, name }) => ({
            '@type': 'Person',
            name,
            url: siteAddress(paths.teacher(id)),
          })),
        },
      ],
    },
    breadcrumbs([
      { name: texts.title, path: paths.catalogue() },
      { name: course.name, path },
    ]),
  ];
}

/** Structured data of the teachers. */
export function teachersData(): StructuredItem[] {
  return [organization(), breadcrumbs([{ name: teacherTexts.teacherTitle, path: paths.teachers() }])];
}

/** Structured data of a teacher (schema.org Person). */
export function teacherData(teacher: Teacher): StructuredItem[] {
  const path = paths.teacher(teacher.id);
  return [
    {
      '@type': 'Person',
      name: teacher.name,
      jobTitle: teacherTexts.teacherName,
      description: teacher.catch_copy,
      url: siteAddress(path),
      worksFor: organization(),
      ...(teacher.photo ? { image: siteAddress(teacher.photo) } : {}),
    },
    breadcrumbs([
      { name: teacherTexts.teacherTitle, path: paths.teachers() },
      { name: teacher.name, path },
    ]),
  ];
}
