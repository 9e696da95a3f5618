import { and, asc, count, desc, eq, ilike, inArray, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { examBorders, examFaculties, examMethods, examSchools, examSubjects } from '../../db/schema/exam.ts';

/** `name`: the name of a subject, even if the exam that is looked at does not have it. */
export type Border = {
  year: number;
  border: number;
  subjects: { id: string; name: string; weight: number }[];
};
/** A method with its school and faculty, and its border of the newest year. */
export type MethodFace = {
  id: number;
  name: string;
  faculty: { id: number; name: string };
  school: { id: number; name: string; prefecture: string; kind: 'university' | 'highschool' };
  border: Border | null;
};

/** The names of subjects in the newest exam that has them. */
async function subjectNames(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([examSubjects.key], { key: examSubjects.key, name: examSubjects.name })
    .from(examSubjects)
    .where(inArray(examSubjects.key, [...keys]))
    .orderBy(examSubjects.key, desc(examSubjects.id));
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Borders of methods, the newest of each. */
async function newestBorders(db: Db, methodIds: readonly number[]): Promise<Map<number, Border>> {
  if (methodIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(examBorders)
    .where(inArray(examBorders.methodId, [...methodIds]))
    .orderBy(desc(examBorders.year));
  const newest = new Map<number, Border>();
  const names = await subjectNames(db, [
    ...new Set(rows.flatMap(({ subjects }) => subjects.map(({ id }) => id))),
  ]);
  for (const { methodId, year, border, subjects } of rows) {
    const named = subjects.map((subject) => ({ ...subject, name: names.get(subject.id) ?? subject.id }));
    if (!newest.has(methodId)) newest.set(methodId, { year, border, subjects: named });
  }
  return newest;
}

/** Methods by their ids. */
export async function methodFaces(db: Db, ids: readonly number[]): Promise<Map<number, MethodFace>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ method: examMethods, faculty: examFaculties, school: examSchools })
    .from(examMethods)
    .innerJoin(examFaculties, eq(examFaculties.id, examMethods.facultyId))
    .innerJoin(examSchools, eq(examSchools.id, examFaculties.schoolId))
    .where(inArray(examMethods.id, [...ids]));
  const borders = await newestBorders(db, ids);
  return new Map(
    rows.map(({ method, faculty, school }) => [
      method.id,
      {
        id: method.id,
        name: method.name,
        faculty: { id: faculty.id, name: faculty.name },
        school: { id: school.id, name: school.name, prefecture: school.prefecture, kind: school.kind },
        border: borders.get(method.id) ?? null,
      },
    ]),
  );
}

export type SchoolFilter = {
  q?: string | undefined;
  prefecture?: string | undefined;
  kind?: string | undefined;
};

/** Escapes the signs that have a meaning in a pattern. */
const plain = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** One page of schools by name, kana or code, with faculties, methods and borders. */
export async function pageOfSchools(db: Db, page: number, { q, prefecture, kind }: SchoolFilter) {
  const pattern = q === undefined ? null : `%${plain(q.normalize('NFKC').trim())}%`;
  const where = and(
    pattern === null
      ? undefined
      : or(
          ilike(examSchools.name, pattern),
          ilike(examSchools.kana, pattern),
          ilike(examSchools.code, pattern),
        ),
    prefecture === undefined ? undefined : eq(examSchools.prefecture, prefecture),
    kind === 'university' || kind === 'highschool' ? eq(examSchools.kind, kind) : undefined,
  );
  const [total] = await db.select({ count: count() }).from(examSchools).where(where);
  const { limit, offset } = pageSlice(page);
  const schools = await db
    .select()
    .from(examSchools)
    .where(where)
    .orderBy(asc(examSchools.kana), asc(examSchools.code))
    .limit(limit)
    .offset(offset);
  const faculties = await childrenOf(
    db,
    schools.map(({ id }) => id),
  );
  return { count: total?.count ?? 0, schools, ...faculties };
}

/** Faculties and methods of schools with their borders. */
async function childrenOf(db: Db, schoolIds: readonly number[]) {
  if (schoolIds.length === 0) return { faculties: [], methods: [], borders: new Map<number, Border>() };
  const faculties = await db
    .select()
    .from(examFaculties)
    .where(inArray(examFaculties.schoolId, [...schoolIds]))
    .orderBy(asc(examFaculties.order), asc(examFaculties.id));
  const ids = faculties.map(({ id }) => id);
  const methods =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(examMethods)
          .where(inArray(examMethods.facultyId, ids))
          .orderBy(asc(examMethods.order), asc(examMethods.id));
  return {
    faculties,
    methods,
    borders: await newestBorders(
      db,
      methods.map(({ id }) => id),
    ),
  };
}
