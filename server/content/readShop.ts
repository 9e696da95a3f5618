import { checkPeriod } from './moments.ts';
import { isInPack } from './packNames.ts';
import type { BundleContent, CouponContent, PlanContent } from './packTypes.ts';
import type { ProblemList } from './problems.ts';
import { bundlesFormat, couponsFormat, plansFormat } from './shopFormats.ts';
import { readYamlFile } from './yamlFile.ts';

const bundlesFile = 'bundles.yaml';
const plansFile = 'plans.yaml';
const couponsFile = 'coupons.yaml';

type Report = (message: string, ...item: PropertyKey[]) => void;
type Known = { courses: ReadonlySet<string>; bundles: ReadonlySet<string> };

function reportTwice(names: readonly string[], report: (at: number) => void): void {
  for (const [at, name] of names.entries()) if (names.indexOf(name) < at) report(at);
}

function reportUnknown(
  what: string,
  known: ReadonlySet<string>,
  named: readonly string[],
  report: (message: string, at: number) => void,
): void {
  for (const [at, id] of named.entries())
    if (!known.has(id)) report(`${what}「${id}」はこの教材にありません。`, at);
}

/** Reads bundles.yaml, which a pack need not have. Courses it names must be in the pack. */
export async function readBundles(
  root: string,
  { courses, problems }: { courses: ReadonlySet<string>; problems: ProblemList },
): Promise<BundleContent[]> {
  if (!(await isInPack(root, bundlesFile))) return [];
  const { value, lineOf } = await readYamlFile(root, bundlesFile, bundlesFormat, problems);
  const report: Report = (message, ...item) => problems.add(bundlesFile, lineOf(...item), message);
  return (value ?? []).map((bundle, i) => {
    reportUnknown('講座', courses, bundle.courses, (message, at) => report(message, i, 'courses', at));
    reportTwice(bundle.courses, (at) =>
      report(`講座「${bundle.courses[at]}」が2回書かれています。`, i, 'courses', at),
    );
    return { ...bundle, place: { file: bundlesFile, line: lineOf(i, 'id') } };
  });
}

/** Reads plans.yaml, which a pack need not have. Courses it names must be in the pack. */
export async function readPlans(
  root: string,
  { courses, problems }: { courses: ReadonlySet<string>; problems: ProblemList },
): Promise<PlanContent[]> {
  if (!(await isInPack(root, plansFile))) return [];
  const { value, lineOf } = await readYamlFile(root, plansFile, plansFormat, problems);
  const report: Report = (message, ...item) => problems.add(plansFile, lineOf(...item), message);
  return (value ?? []).map((plan, i) => {
    reportUnknown('講座', courses, plan.courses, (message, at) => report(message, i, 'courses', at));
    reportTwice(plan.courses, (at) =>
      report(`講座「${plan.courses[at]}」が2回書かれています。`, i, 'courses', at),
    );
    return { ...plan, place: { file: plansFile, line: lineOf(i, 'id') } };
  });
}

function checkCoupon(
  { type, value, courses, bundles, starts_at, expires_at }: Omit<CouponContent, 'place'>,
  { isSample, ...known }: Known & { isSample: boolean },
  report: Report,
): void {
  if (type === 'free' && value !== undefined) report('type が free のときは value を書けません。', 'value');
  if (type !== 'free' && value === undefined) report('割引の value がありません。', 'type');
  if (type === 'percent' && (value ?? 0) > 100) report('value は100までにしてください。', 'value');
  reportUnknown('講座', known.courses, courses, (message, at) => report(message, 'courses', at));
  reportUnknown('セット', known.bundles, bundles, (message, at) => report(message, 'bundles', at));
  const ends = [
    { name: 'starts_at', at: starts_at },
    { name: 'expires_at', at: expires_at },
  ];
  checkPeriod(ends, isSample, report);
}

/**
 * Reads coupons.yaml, which a pack need not have. What they are for must be in the pack. `isSample`: their times may be
 * relative.
 */
export async function readCoupons(
  root: string,
  { problems, ...known }: Known & { isSample: boolean; problems: ProblemList },
): Promise<CouponContent[]> {
  if (!(await isInPack(root, couponsFile))) return [];
  const { value, lineOf } = await readYamlFile(root, couponsFile, couponsFormat, problems);
  const report: Report = (message, ...item) => problems.add(couponsFile, lineOf(...item), message);
  const coupons = value ?? [];
  reportTwice(
    coupons.map(({ code }) => code),
    (at) => report(`コード「${coupons[at]?.code}」が2回使われています。`, at, 'code'),
  );
  return coupons.map((coupon, i) => {
    checkCoupon(coupon, known, (message, ...item) => report(message, i, ...item));
    return { ...coupon, place: { file: couponsFile, line: lineOf(i, 'id') } };
  });
}
