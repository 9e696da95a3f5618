/** Texts for the code in a mail (product.md 2.2.C, 2.3.J). */
export const codeTexts = {
  code: '認証コード',
  codeForm: '6桁の数字を入力してください。',
  validity: 'コードは30分間使えます。',
  verify: '認証する',
  verifying: '確認しています…',
  verifyFailed: '認証できませんでした。',
  noTriesLeft: 'このコードはもう使えません。「コードを再送する」を押して、新しいコードを入力してください。',
  resend: 'コードを再送する',
  resendIn: (seconds: number) => `コードを再送する(あと${seconds}秒)`,
  resent: '新しい確認メールを送りました。前のコードは使えません。',
  resendFailed: '再送できませんでした。',
} as const;
