import { lobbyTexts } from './texts.ts';

/** Wording of the landing page of the entry exam (product.md 2.2.A `/entry-exam`). */
export const texts = {
  eyebrow: '実力診断テスト(無料)',
  heading: ['3教科×15分で、', 'いまの力が', 'はっきりする。'],
  lead: '国語・数学・英語の基礎がどこまで身についているかを、分野ごとに確かめます。結果は画面とメールで、すぐに届きます。',
  note: '会員登録はいりません。中学3年生から高校1年生の内容です。',
  toForm: '診断テストを受ける',
  toSample: '問題の見本を見る',
  goOnTitle: 'この端末に、開いたテストがあります。',
  goOn: '続き・結果を開く',
  measuredHeading: '測ること',
  measuredLead: '1教科だけでも受けられます。続けて受けても、日を分けて受けてもかまいません。',
  measuredCaption: '教科ごとの時間・問題数・分野',
  measuredColumns: ['時間', '問題', '分野'],
  minutes: (count: number) => `${count}分`,
  questions: (count: number) => `${count}問`,
  none: 'いま受けられる実力診断テストはありません',
  noneBody: 'いまはお申し込みいただけません。始まったら「お知らせ」でお伝えします。',
  toNotices: 'お知らせを見る',
  sampleHeading: '問題の見本',
  sampleLead: '本番と同じ形の問題です。答えは、どこにも送られません。',
  sampleLabel: '実力診断テストの問題の見本',
  samples: [
    {
      body: '(数学) 2(x − 3) = 8 を解くと、x はいくつになりますか。',
      choices: ['1', '4', '7', '11'],
      right: 2,
      why: '両辺を2でわると x − 3 = 4 です。−3 を右辺に移して x = 7 となります。',
    },
    {
      body: '(英語) 次の文の(  )に入る語を選びなさい。',
      quote: 'My brother and I (  ) good friends.',
      lang: 'en',
      choices: ['am', 'is', 'are', 'be'],
      right: 2,
      why: '主語は My brother and I(兄と私)で2人なので、be動詞は are です。',
    },
    {
      body: '(国語) 「腕をみがく」の意味として最も適切なものを選びなさい。',
      choices: ['力くらべをする', '技術を高める', '手を洗う', '人を手伝う'],
      right: 1,
      why: '「腕」は「技術・能力」を表します。練習して技術を高めることを言います。',
    },
  ],
  resultHeading: '結果の見本',
  resultLead: '画面の見本です。実在の人の結果ではありません。',
  resultNote:
    '結果には、1問ずつの正解と解説、次に学ぶとよい分野の講座が付きます。偏差値や順位は出しません。ほかの人とではなく、できたこととの差を見るテストだからです。',
  sampleScores: [
    {
      id: 'japanese',
      name: '国語',
      is_taken: true,
      is_timed_out: false,
      right: 7,
      total: 10,
      areas: [
        { id: 'a', name: '漢字・語句', right: 3, total: 3 },
        { id: 'b', name: '文章の読み取り', right: 3, total: 4 },
        { id: 'c', name: '古文', right: 1, total: 3 },
      ],
    },
    {
      id: 'math',
      name: '数学',
      is_taken: true,
      is_timed_out: false,
      right: 6,
      total: 10,
      areas: [
        { id: 'a', name: '数と式', right: 3, total: 3 },
        { id: 'b', name: '関数', right: 1, total: 4 },
        { id: 'c', name: '図形・確率', right: 2, total: 3 },
      ],
    },
  ],
  stepsHeading: '受け方',
  steps: [
    { title: '申し込む', body: '学年と教科を選び、メールアドレスを入力します。' },
    { title: 'メールのボタンを押す', body: 'テストのページが開きます。ボタンは7日間使えます。' },
    { title: '1教科ずつ受ける', body: lobbyTexts.rule[0] },
    { title: '結果を見る', body: '最後の教科を提出すると、その場で結果と解説が見られます。' },
  ],
  formHeading: '申し込む',
  faqHeading: 'よくある質問',
  faq: [
    {
      question: '途中で通信が切れたら、どうなりますか。',
      answer:
        '解答は、選ぶたびに端末へ保存されます。そのまま続けられ、つながると自動で送ります。採点するのは終了時刻までの解答で、24時間以内に届けば採点に入ります。',
    },
    {
      question: '途中で画面を閉じてしまいました。',
      answer:
        'メールのボタンをもう一度押すと、続きから受けられます。別の端末でもかまいません。時間は閉じているあいだも進みます。',
    },
    {
      question: '何回も受けられますか。',
      answer:
        '1つのメールアドレスで1回です。結果は90日間保存し、そのあいだはお申し込みのたびに結果のメールをお送りします。結果を消したあとは、また受けられます。',
    },
    {
      question: '入力したメールアドレスは、何に使いますか。',
      answer:
        'テストのご案内と結果をお送りするためだけに使います。受けなかったときは7日後に、受けたときは結果といっしょに90日後に消します。',
    },
  ],
  legal: '規約など',
} as const;

/** Wording of the application. */
export const applyTexts = {
  grade: '学年',
  subjects: '受ける教科',
  minutes: (count: number) => `${count}分`,
  emailHint: 'テストのページと結果をお送りします。',
  submit: '診断テストを受ける',
  busy: '送っています…',
  failed: '申し込みを送れませんでした。',
  sentTitle: 'メールを確認してください',
  sentTo: (email: string) => `${email} に送りました。`,
  sentNext: 'メールのボタンを押すと、テストのページが開きます。ボタンは7日間使えます。',
  other: '別のメールアドレスで申し込む',
} as const;
