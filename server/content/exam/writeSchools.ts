import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import {
  entryDesired,
  examBorders,
  examFaculties,
  examMethods,
  examNaishin,
  examSchools,
} from '../../db/schema/exam.ts';
import { slices } from '../../db/slices.ts';
import type { FilePosition, PackContent } from '../packTypes.ts';
import { PackRefusedError, ProblemList } from '../problems.ts';

/** Rows per statement: a session of the embedded database breaks at 32,768 values. */
const rowsAtOnce = 1000;

/** Throws when a school or a prefecture's table belongs to another pack. */
async function assertOwn(tx: Tx, { id, examPart }: PackContent): Promise<void> {
  const problems = new ProblemList();
  const report = (place: FilePosition | undefined, name: string, pack: string) => {
    if (place) problems.add(place.file, place.line, `「${name}」は別の教材「${pack}」で使われています。`);
  };
  for (const schools of slices(examPart.schools, rowsAtOnce)) {
    const codes = schools.map(({ code }) => code);
    const taken = await tx
      .select({ code: examSchools.code, pack: examSchools.pack })
      .from(examSchools)
      .where(and(inArray(examSchools.code, codes), ne(examSchools.pack, id)));
    for (const { code, pack } of taken)
      report(schools.find((school) => school.code === code)?.place, code, pack);
  }
  const names = examPart.naishin.map(({ prefecture }) => prefecture);
  const taken = await tx
    .select({ prefecture: examNaishin.prefecture, pack: examNaishin.pack })
    .from(examNaishin)
    .where(and(inArray(examNaishin.prefecture, names), ne(examNaishin.pack, id)));
  for (const { prefecture, pack } of taken)
    report(examPart.naishin.find((table) => table.prefecture === prefecture)?.place, prefecture, pack);
  if (!problems.isEmpty) throw new PackRefusedError(problems);
}

type Ids = ReadonlyMap<string, number>;

async function writeSchoolRows(tx: Tx, { id, examPart }: PackContent): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const schools of slices(examPart.schools, rowsAtOnce)) {
    const rows = schools.map(({ code, kind, name, kana, prefecture }) => ({
      ...{ code, kind, name, kana, prefecture },
      pack: id,
    }));
    const set = {
      kind: sql`excluded.kind`,
      name: sql`excluded.name`,
      kana: sql`excluded.kana`,
      prefecture: sql`excluded.prefecture`,
    };
    const stored = await tx
      .insert(examSchools)
      .values(rows)
      .onConflictDoUpdate({ target: examSchools.code, set })
      .returning({ id: examSchools.id, code: examSchools.code });
    for (const row of stored) ids.set(row.code, row.id);
  }
  return ids;
}

async function writeFaculties(tx: Tx, { examPart }: PackContent, schoolIds: Ids): Promise<Ids> {
  const all = examPart.schools.flatMap(({ code: school, faculties }) =>
    faculties.map(({ code, name }, order) => ({ schoolId: schoolIds.get(school) ?? 0, code, name, order })),
  );
  const bySchool = new Map([...schoolIds].map(([code, id]) => [id, code]));
  const ids = new Map<string, number>();
  for (const rows of slices(all, rowsAtOnce)) {
    const stored = await tx
      .insert(examFaculties)
      .values(rows)
      .onConflictDoUpdate({
        target: [examFaculties.schoolId, examFaculties.code],
        set: { name: sql`excluded.name`, order: sql`excluded."order"` },
      })
      .returning();
    for (const row of stored) ids.set(`${bySchool.get(row.schoolId)}/${row.code}`, row.id);
  }
  return ids;
}

/** Ids of ways into a faculty by `school/faculty/method`. */
async function writeMethods(tx: Tx, { examPart }: PackContent, facultyIds: Ids): Promise<Ids> {
  const all = examPart.schools.flatMap(({ code: school, faculties }) =>
    faculties.flatMap(({ code, methods }) =>
      methods.map(({ id, name }, order) => ({
        path: `${school}/${code}/${id}`,
        row: { facultyId: facultyIds.get(`${school}/${code}`) ?? 0, name, order },
      })),
    ),
  );
  const paths = new Map(all.map(({ path, row }) => [`${row.facultyId}/${row.name}`, path]));
  const ids = new Map<string, number>();
  for (const slice of slices(all, rowsAtOnce)) {
    const stored = await tx
      .insert(examMethods)
      .values(slice.map(({ row }) => row))
      .onConflictDoUpdate({
        target: [examMethods.facultyId, examMethods.name],
        set: { order: sql`excluded."order"` },
      })
      .returning();
    for (const row of stored) ids.set(paths.get(`${row.facultyId}/${row.name}`) ?? '', row.id);
  }
  return ids;
}

/** Methods of the pack's schools. */
const methodsOf = (tx: Tx, pack: string) =>
  tx
    .select({ id: examMethods.id })
    .from(examMethods)
    .innerJoin(examFaculties, eq(examFaculties.id, examMethods.facultyId))
    .innerJoin(examSchools, eq(examSchools.id, examFaculties.schoolId))
    .where(eq(examSchools.pack, pack));

async function writeBorders(tx: Tx, { id, examPart }: PackContent, methodIds: Ids): Promise<void> {
  await tx.delete(examBorders).where(inArray(examBorders.methodId, methodsOf(tx, id)));
  const rows = examPart.borders.flatMap(({ year, school, faculty, method, border, subjects }) => {
    const methodId = methodIds.get(`${school}/${faculty}/${method}`);
    return methodId === undefined ? [] : [{ methodId, year, border, subjects }];
  });
  for (const slice of slices(rows, rowsAtOnce)) await tx.insert(examBorders).values(slice);
}

/** Removes what the pack no longer has. Only what somebody wishes for stays, without a border. */
async function removeSchools(tx: Tx, pack: PackContent, methodIds: Ids): Promise<void> {
  const kept = new Set(methodIds.values());
  const all = await methodsOf(tx, pack.id);
  const gone = all.map(({ id }) => id).filter((id) => !kept.has(id));
  for (const ids of slices(gone, rowsAtOnce)) {
    const isWished = tx
      .select({ one: sql`1` })
      .from(entryDesired)
      .where(eq(entryDesired.methodId, examMethods.id));
    await tx.delete(examMethods).where(and(inArray(examMethods.id, ids), notExists(isWished)));
  }
  const methods = tx
    .select({ one: sql`1` })
    .from(examMethods)
    .where(eq(examMethods.facultyId, examFaculties.id));
  const own = tx.select({ id: examSchools.id }).from(examSchools).where(eq(examSchools.pack, pack.id));
  await tx.delete(examFaculties).where(and(inArray(examFaculties.schoolId, own), notExists(methods)));
  const faculties = tx
    .select({ one: sql`1` })
    .from(examFaculties)
    .where(eq(examFaculties.schoolId, examSchools.id));
  await tx.delete(examSchools).where(and(eq(examSchools.pack, pack.id), notExists(faculties)));
}

async function writeNaishin(tx: Tx, { id, examPart }: PackContent): Promise<void> {
  await tx.delete(examNaishin).where(eq(examNaishin.pack, id));
  if (examPart.naishin.length === 0) return;
  await tx.insert(examNaishin).values(
    examPart.naishin.map(({ prefecture, weights, full }) => ({
      prefecture,
      pack: id,
      // Five is the best mark.
      table: { weights, full: 5 * Object.values(weights).reduce((sum, one) => sum + one, 0), to: full },
    })),
  );
}

/** Stores the schools of a pack, their borders and the tables of school marks (exams.md 2.2, 5). */
export async function writeSchools(tx: Tx, pack: PackContent): Promise<void> {
  await assertOwn(tx, pack);
  const schoolIds = await writeSchoolRows(tx, pack);
  const facultyIds = await writeFaculties(tx, pack, schoolIds);
  const methodIds = await writeMethods(tx, pack, facultyIds);
  await writeBorders(tx, pack, methodIds);
  await removeSchools(tx, pack, methodIds);
  await writeNaishin(tx, pack);
}
