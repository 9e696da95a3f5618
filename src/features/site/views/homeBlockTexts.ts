/** Wording around the server's content on the welcome page. */
export const texts = {
  toCourse: (course: string) => `「${course}」の目次と料金を見る`,
  bannersHeading: 'いま行っていること',
  subjectsHeading: '科目から探す',
  coursesHeading: 'おすすめの講座',
  toCatalogue: 'すべての講座を見る',
  konoshikiHeading: 'コノシキは、3つの手順で進みます',
  konoshikiLead: '月ごとの学習プランです。いまは準備中で、申込みはまだ受け付けていません。',
  konoshikiSteps: [
    { title: '診断する', body: '25分・20問で、どこから始めるとよいかを調べます。' },
    { title: '講座を選ぶ', body: '基礎・標準・仕上げの3つの案から、1つを選びます。' },
    {
      title: '学んで、復習する',
      body: '10分ほどの授業と確認の問題。まちがえた問題は、忘れたころにもう一度出てきます。',
    },
  ],
  toKonoshiki: 'コノシキの内容と料金を見る',
  examHeading: 'コノ模試',
  examLead: '自宅で受けられる模試です。通信が切れても解答は消えず、成績表には次に学ぶ単元まで載ります。',
  toExam: 'コノ模試の内容を見る',
  storiesHeading: '合格体験記',
  toStories: '体験記をもっと読む',
  noticesHeading: 'お知らせ',
  toNotices: 'お知らせをすべて見る',
} as const;
