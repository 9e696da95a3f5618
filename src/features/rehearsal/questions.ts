/** A question of the practice. Options are answered by their number, counted from 1, as on a mark sheet. */
export type Question = {
  id: string;
  subject: string;
  body: string;
  /** A sentence of the question in another language. */
  quote?: { text: string; lang: 'en' };
  /** The material of the question, line by line. */
  given?: readonly string[];
  /** A question without options takes a whole number. */
  options?: readonly string[];
  lang?: 'en';
  answer: string;
  why: readonly string[];
};

/** Five questions of five subjects, each with what it teaches. */
export const questions: readonly Question[] = [
  {
    id: 'math',
    subject: '数学',
    body: '関数 y = x² − 6x + 11 の最小値を求めなさい。',
    answer: '2',
    why: [
      '平方完成すると、y = (x − 3)² + 2 となります。',
      '(x − 3)² は0以上なので、y が最も小さくなるのは x = 3 のときです。このとき y = 2 です。',
    ],
  },
  {
    id: 'english',
    subject: '英語',
    body: '次の文の(  )に入る最も適切な語を選びなさい。',
    quote: { text: 'My sister has lived in Osaka (  ) 2021.', lang: 'en' },
    options: ['since', 'for', 'during', 'until'],
    lang: 'en',
    answer: '1',
    why: [
      '現在完了 has lived は「住み始めて、今も住んでいる」ことを表します。',
      '2021 は始まりの時点なので since を使います。for のあとには、five years のように期間の長さがきます。',
    ],
  },
  {
    id: 'japanese',
    subject: '国語',
    body: '「情けは人のためならず」ということわざの意味として、最も適切なものを選びなさい。',
    options: [
      '人に親切にすると、かえってその人のためにならない。',
      '人に親切にすると、めぐりめぐって自分にもよいことが返ってくる。',
      '人に親切にするときは、相手に気づかれないようにするのがよい。',
      '人に同情してもらうと、自分のためにならない。',
    ],
    answer: '2',
    why: [
      '「ならず」は「〜ではない」という意味です。「人のためにならない」という意味ではありません。',
      '「親切は、その人のためだけではない」、つまり自分にも返ってくる、ということを表します。',
    ],
  },
  {
    id: 'science',
    subject: '理科',
    body: 'ある金属のかたまりの質量は54 g、体積は20 cm³でした。この金属は何ですか。密度をもとに選びなさい。',
    given: ['密度(g/cm³)', 'マグネシウム 1.74', 'アルミニウム 2.70', '鉄 7.87', '銅 8.96'],
    options: ['マグネシウム', 'アルミニウム', '鉄', '銅'],
    answer: '2',
    why: [
      '密度は「質量 ÷ 体積」で求めます。54 ÷ 20 = 2.70(g/cm³)です。',
      '物質の種類が同じなら、大きさが変わっても密度は変わりません。2.70 g/cm³ はアルミニウムです。',
    ],
  },
  {
    id: 'social',
    subject: '社会',
    body: '日本の標準時は東経135度、ロンドンの標準時は経度0度を基準にしています。ロンドンが1月10日午前3時のとき、日本は何月何日の何時ですか。',
    options: ['1月9日午後6時', '1月10日午前9時', '1月10日正午', '1月10日午後3時'],
    answer: '3',
    why: [
      '地球は24時間で360度回るので、経度15度で1時間の差ができます。135 ÷ 15 = 9時間です。',
      '東にある日本のほうが時刻は進んでいます。午前3時の9時間後は、同じ日の正午です。',
    ],
  },
];
