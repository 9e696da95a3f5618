import type { BuiltPage, FramedPage } from '#shared/lib/pages/builtPages.ts';

/** What search engines and messengers show below the title of a page. */
export const pageDescriptions: Record<BuiltPage, string> = {
  home: '電車の中でも、圏外でも。動画・板書・テキストがそろう、中学生・高校生のための学習アプリです。',
  about: 'どこにいても学びが途切れないように。コノマナビの学び方と、使う人への約束をまとめました。',
  student: '1回10分ほどの授業で、部活のあとの15分が変わります。学び方、1週間の計画の見本、よくある質問。',
  parent:
    '費用のめやす、お子さまの学習のようす、安心のしくみ、始め方とやめ方。保護者の方に知っていただきたいことをまとめました。',
  konomoshi:
    '自宅で受けられるコノ模試の、教科と時間、画面の見本、成績表の見本、判定のきまり。次回の日程は準備中です。',
  konoshiki:
    '診断から講座の提案、講義と演習、復習まで。毎月の学習プラン「コノシキ」の内容、料金の予定、解約のきまり。',
  login: 'コノマナビにログインして、講座の続きから学びます。',
  password: 'パスワードを忘れたときに、メールアドレスで設定し直します。',
  signup: '会員登録は無料です。メールアドレスとパスワードだけで始められ、サンプル授業をすぐに見られます。',
  maintenance: 'コノマナビのメンテナンスのお知らせです。いま使えるかどうかと、終わる予定を確かめられます。',
};

/** The same of pages that show one visitor what is theirs; messengers alone show it. */
export const framedDescriptions: Record<FramedPage | 'notFound', string> = {
  passwordChange: 'コノマナビのパスワードを変更します。',
  passwordDone: '新しいパスワードを設定しました。ログインして、講座の続きから学べます。',
  passwordReset: 'メールのリンクから、新しいパスワードを設定します。',
  signupVerify: 'メールアドレスを確認して、会員登録を続けます。',
  signupComplete: '会員登録の続きです。プロフィールを入力します。',
  contactComplete: 'お問い合わせの受付番号と、返事の届き方をお知らせします。',
  inquiryDetail: 'お問い合わせの返事を読んだり、続きを送ったりできます。',
  notFound: 'お探しのページが見つかりません。',
};
