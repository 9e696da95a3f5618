/** Why an item or a whole file is not imported, Japanese (exams.md 2.3). `line`: of the place, when it is known. */
export class Refused extends Error {
  override name = 'Refused';
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

/** The words of exams.md 2.3. */
export const refusals = {
  adaptive: '適応型の問題には対応していません',
  scoring: (name: string) => `この採点方法は取り込めません: ${name}`,
  type: (type: string) => `この形式の問題は取り込めません: ${type}`,
  negative: 'マイナスの配点は使えません',
  fraction: '配点は整数にしてください',
  noKey: '正解がありません',
  missing: (href: string) => `ファイルが見つかりません: ${href}`,
  outside: (url: string) => `外部の画像・音声は取り込めません: ${url.slice(0, 120)}`,
  tag: (tag: string) => `HTMLの ${tag} は使えません`,
  math: '数式は TeX で書き直してください',
} as const;

/** Points as our packs have them: whole and not negative. */
export function wholePoints(value: number): number {
  if (!Number.isFinite(value)) throw new Refused(refusals.fraction);
  if (value < 0) throw new Refused(refusals.negative);
  if (Math.abs(value - Math.round(value)) > 1e-6) throw new Refused(refusals.fraction);
  return Math.round(value);
}

/** Points of so many parts that count the same: whole for each. */
export function shareOf(points: number, parts: number): number {
  return wholePoints(points / Math.max(1, parts));
}
