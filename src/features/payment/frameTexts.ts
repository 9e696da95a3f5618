/**
 * Wording of the frames of the pages between cart and order; the rest comes with the parts that a guest does not need
 * (performance.md 3).
 */
export const frameTexts = {
  looking: '読み込んでいます。',
  offline:
    'この操作にはインターネット接続が必要です。入力した内容は残っています。接続が戻ると、続けられます。',
  captive:
    'Wi-Fiにログインが必要です。画面の下の「ログイン画面を開く」から進んでください。入力した内容は残っています。',
  method: {
    title: '支払い方法',
    lead: 'お支払い方法を選んでください。注文はまだ確定しません。',
  },
  details: { title: 'お支払いの情報' },
  confirm: {
    title: '注文内容の確認',
    lead: '内容をお読みになり、最後のボタンを押すと、ご注文が確定します。',
  },
} as const;
