import { endInJapan } from '#shared/lib/text/japanTime.ts';
import { texts as order } from '../texts.ts';
import type { accountFields } from './model.ts';

const { yen, moment, day } = order;

/** Wording of refunds (money.md 4.13, 6). */
export const texts = {
  title: '返品・返金',
  failed: '返金を申し込めませんでした',
  offline: '返品・返金の内容は、インターネットに接続すると見られます。',
  asOf: (at: number) => `${moment(at)}時点の金額です。`,

  kinds: {
    voluntary: '返品',
    cooling_off: 'クーリング・オフ',
    midterm: '中途解約',
    duplicate: 'お預かりした金額の返金',
    staff: '返金',
  } as Readonly<Record<string, string>>,
  leads: {
    voluntary: (until: number | null) =>
      until === null
        ? '返品できます。お支払いの全額を返金します。'
        : `${endInJapan(until)}まで返品できます。お支払いの全額を返金します。`,
    cooling_off: (until: number | null) =>
      until === null
        ? '契約書面を受け取ってから8日間は、理由を問わず契約を解除できます。全額を返金します。'
        : `${endInJapan(until)}まで、理由を問わず契約を解除できます。全額を返金します。`,
    midterm: () =>
      '途中で解約できます。利用した日数分の金額と解約手数料を差し引いて、残りを返金します。金額は日ごとに変わります。',
  } as Readonly<Record<string, (until: number | null) => string>>,

  items: '返金する講座',
  itemsMissing: '返金する講座を選んでください。',
  paid: 'お支払い額',
  used: '利用した日数分',
  fee: '解約手数料',
  minus: order.minus,
  total: '返金額',
  yen,
  ends: '申し込むと、次の講座はすぐに視聴できなくなります。学習の記録は残ります。',
  ways: {
    card: 'お支払いに使ったカードへ返金します。明細への反映には、日数がかかることがあります。',
    transfer: '口座へのお振り込みで返金します。申し込んだ後、この画面で口座を登録してください。',
  } as Readonly<Record<string, string>>,
  reason: '理由',
  reasonHint: '500文字以内です。書かなくてもかまいません。',

  start: {
    voluntary: '返品する',
    cooling_off: '契約を解除する',
    midterm: '解約する',
  } as Readonly<Record<string, string>>,
  sure: (kind: string) => `${kind}を申し込みますか?`,
  sureBody: (amount: number) => `${yen(amount)}を返金します。申し込んだ後は、取り消せません。`,
  confirm: '申し込む',
  keep: 'やめる',
  working: '申し込んでいます…',
  done: '返金を申し込みました。',
  changed: '返金の内容が変わりました。まだ申し込みは済んでいません。もう一度、金額をご確認ください。',

  refunds: 'これまでの返金',
  states: {
    requested: 'カード会社で返金の手続きをしています。済みましたら、メールでお知らせします。',
    needs_account: '返金先の口座の登録をお待ちしています。',
    ready: '口座の登録を受け付けました。14日以内にお振り込みします。',
    exported: 'お振り込みの手続きをしています。済みましたら、メールでお知らせします。',
    done: '返金しました。',
  } as Readonly<Record<string, string>>,
  doneOn: (at: number) => `${day(at)}に返金しました。`,
  asked: (at: number) => `${day(at)}に受け付け`,
  tail: (digits: string) => `登録した口座: 末尾 ${digits}`,

  account: {
    title: '返金先の口座',
    lead: 'ご本人名義の口座を登録してください。返金のほかには使わず、振り込んだ後30日で消します。',
    change: '口座を登録し直す',
    bank_name: '銀行名',
    bank_code: '銀行コード',
    branch_name: '支店名',
    branch_code: '支店コード',
    type: '種別',
    types: [
      { value: 'ordinary', label: '普通' },
      { value: 'current', label: '当座' },
    ] as const,
    number: '口座番号',
    holder: '口座名義(カタカナ)',
    hints: {
      bank_code: '数字4桁です。ゆうちょ銀行は9900です。',
      branch_code: '数字3桁です。ゆうちょ銀行は、振込用の店番を入力してください。',
      number: '数字7桁までです。カード番号ではありません。',
      holder: '通帳やアプリに表示されるとおりに入力してください。',
    } as Readonly<Record<string, string>>,
    wrong: {
      bank_name: '銀行名を40文字以内で入力してください。',
      bank_code: '銀行コードを数字4桁で入力してください。',
      branch_name: '支店名を40文字以内で入力してください。',
      branch_code: '支店コードを数字3桁で入力してください。',
      number: '口座番号を数字7桁までで入力してください。',
      holder: '口座名義をカタカナで入力してください。',
    } satisfies Record<(typeof accountFields)[number], string>,
    save: 'この口座を登録する',
    saving: '登録しています…',
    failed: '口座を登録できませんでした',
    done: '返金先の口座を登録しました。',
  },
  online: order.online,
} as const;
