import { formatCount } from '#shared/lib/text/format.ts';

/** Wording of the pages about who got in. */
export const texts = {
  title: (year: number) => `${year}年度 合格体験記`,
  eyebrow: '合格実績・合格体験記',
  heading: (year: number) => [`${year}年度`, '合格体験記'],
  lead: 'どの単元を、どんな時間に、どう見直したか。学び方を、使った講座といっしょに紹介します。',
  toCourses: '体験記の講座を見る',
  toCatalogue: '講座を探す',
  archive: '掲載当時の内容です。',
  years: '年度を選ぶ',
  yearOf: (year: number) => `${year}年度`,
  totalsHeading: '合格者の数',
  totalsCaption: '学校ごとの合格者の数',
  totalsColumns: ['人数', 'ただし書き'],
  people: (count: number) => `${formatCount(count)}人`,
  ruleTitle: '数え方',
  noTotals:
    'いま載せられる数はありません。この数え方で確かめられた数だけを載せます。体験記の数から人数を推しはかることはできません。',
  storiesHeading: '体験記',
  samplesLead: '「見本」とある体験記は、画面を確かめるために作った例です。実在の人の体験談ではありません。',
  filters: {
    school: '合格した学校',
    faculty: '学部・学科',
    region: '地域',
  },
  any: 'すべて',
  count: (count: number) => `${count}件`,
  noneFound: '条件に合う体験記がありません',
  noneFoundBody: '条件を減らすと、ほかの体験記が見つかります。',
  reset: '条件をリセット',
  emptyTitle: 'この年度の体験記は準備中です。',
  emptyBody: 'ほかの年度の体験記か、講座のサンプル授業をごらんください。',
  coursesHeading: '体験記に出てくる講座',
  coursesLead: 'どの講座も、いまの内容と料金を表示します。',
  closingHeading: '次は、あなたの学び方を',
  closingBody: '会員登録は無料です。サンプル授業は、登録しなくても見られます。',
} as const;
