import { oldestBrowsers } from '#features/rehearsal/browserTarget.ts';
import { formatBytes } from '#shared/lib/text/format.ts';
import type { Browser } from './browser.ts';
import type { CheckName, Press } from './facts.ts';
import type { Verdict } from './verdicts.ts';

/** Wording of the check of the exam environment and of the practice behind it (product.md 2.2.A `/test`). */
export const texts = {
  title: '受験環境チェック',
  lead: 'この端末で模試を受けられるかを、15分ほどで確かめます。会員登録やログインはいりません。',
  steps: '手順',
  step: { check: '端末を確かめる', practice: '練習問題を解く', result: '結果を見る' },
  heading: { check: '端末を確かめる', practice: '練習問題', result: '結果' },
  next: { practice: '練習問題へ進む', result: '結果を見る' },
  back: { check: '端末の確認にもどる', practice: '練習問題にもどる' },
  kept: 'ここまでの結果と解答は、この端末に1日のあいだ残ります。',
  notKept:
    'この端末に保存できませんでした。画面を閉じると、ここまでの結果と解答が消えます。ふつうのウィンドウで開き直してください。',
} as const;

/** Step 1. */
export const checkTexts = {
  lead: 'ボタンを押すと、通信の速さなどを実際に測ります。約0.8 MBの通信を使い、1分ほどで終わります。',
  start: 'チェックを始める',
  again: 'もう一度すべて確かめる',
  stop: '止める',
  running: '測っています…',
  retry: 'もう一度確かめる',
  retryOf: (name: string) => `${name}をもう一度確かめる`,
  byHand: 'あなたが確かめること',
  automatic: '自動で確かめること',
  names: {
    browser: 'ブラウザと端末',
    storage: '空き容量',
    database: '解答の保存',
    worker: '通信がないときの表示',
    clock: '時計のずれ',
    speed: '通信の速さ',
    sound: '音',
    input: 'ボタンと文字の入力',
    screen: '全画面',
  } satisfies Record<CheckName, string>,
  levels: { ok: '問題なし', note: '注意', fail: '対応が必要', open: 'まだ', running: '確認中' },
  done: (fails: number) =>
    fails === 0
      ? '自動の確認が終わりました。'
      : `自動の確認が終わりました。対応が必要な項目が${fails}件あります。`,
  soundLead: '音量を上げて、ボタンを押してください。短い音が3回鳴ります。',
  soundPlay: '音を鳴らす',
  soundAgain: 'もう一度鳴らす',
  soundPlaying: '鳴らしています…',
  soundQuestion: '聞こえましたか',
  soundHeard: '聞こえた',
  soundUnheard: '聞こえない',
  inputLead: 'ふだん使う指やマウスでボタンを押し、わくの中に日本語で「かいとう」と入力してください。',
  inputPress: 'ここを押す',
  inputPressed: (words: string) => `${words}で押せました`,
  inputLabel: '日本語の入力',
  inputLatin: 'ひらがなか漢字で入力してください。キーボードの「あ」や「半角/全角」で切りかえられます。',
  screenLead: 'ボタンを押すと画面いっぱいに広がり、すぐ元にもどります。',
  screenTry: '全画面にする',
  screenAgain: 'もう一度全画面にする',
} as const;

const press: Record<Press, string> = { touch: '指', mouse: 'マウス', pen: 'ペン', keys: 'キーボード' };

/** 「指とマウス」 */
export function pressWords(presses: readonly Press[]): string {
  return presses.map((one) => press[one]).join('と');
}

const perSecond = (bytes: number) => `毎秒${formatBytes(bytes)}`;

function oldBrowser({ system, systemName, name, version, browser }: Browser): Omit<Verdict, 'level'> {
  if (system === 'ios') {
    return {
      result: `${systemName}のソフトウェアの版(${version})が古いため、正しく動かないことがあります。`,
      fix: `設定アプリの「一般」→「ソフトウェアアップデート」から、${oldestBrowsers.safari}以上に更新してください。`,
    };
  }
  const oldest = browser === 'other' ? '' : `${oldestBrowsers[browser]}以上の`;
  return {
    result: `${name}の版(${version})が古いため、正しく動かないことがあります。`,
    fix: `${name}を${oldest}新しい版に更新してから、このページを開き直してください。`,
  };
}

/** What the measurements mean. Those that product.md 2.0 and 2.2 give are literal. */
export const verdictTexts = {
  browser: {
    ok: ({ systemName, name, version, system }: Browser) =>
      system === 'ios'
        ? `${systemName}(版${version})の${name}です。このまま使えます。`
        : `${systemName ? `${systemName}の` : ''}${name}(版${version})です。このまま使えます。`,
    old: oldBrowser,
    inApp: {
      result: 'ほかのアプリの中の画面で開いています。',
      fix: '画面のメニューから「ブラウザで開く」を選ぶか、ChromeやSafariでこのページを開き直してください。',
    },
    unknown: {
      result: 'このブラウザで動くかどうかは、まだ確かめられていません。',
      fix: 'うまく動かないときは、Chrome・Edge・Safari・Firefoxの新しい版を使ってください。',
    },
  },
  storage: {
    ok: '受験に必要な200MB以上の空きがあります。',
    small: (free: number) => ({
      result: `このアプリが使える空きは${formatBytes(free)}です。`,
      fix: '空き容量が不足しています。200MB以上あけてください。',
    }),
    full: {
      result: '解答や問題を入れる場所を、200MB分とれませんでした。',
      fix: '空き容量が不足しています。200MB以上あけてください。',
    },
    isPrivate: {
      result: 'プライベートウィンドウで開いているようです。',
      fix: '閉じると解答が消えてしまいます。ふつうのウィンドウで、このページを開き直してください。',
    },
    untold: {
      result: 'このブラウザからは、空き容量がわかりません。',
      fix: '端末の設定で、空きが200MB以上あるかを見てください。',
    },
  },
  database: {
    ok: { level: 'ok', result: '解答を書きこみ、同じものを読み出せました。' },
    failed: {
      level: 'fail',
      result: '解答を端末に書きこめませんでした。',
      fix: 'プライベートウィンドウのときは、ふつうのウィンドウで開き直してください。そうでないときは、ブラウザの設定で、サイトのデータの保存を許可してください。',
    },
  },
  worker: {
    whole: { level: 'ok', result: 'アプリの全体が端末に入っています。通信がなくても開けます。' },
    part: {
      level: 'note',
      result: 'アプリの一部が、まだ端末に入っていません。',
      fix: '電波の良い場所で少し待ってから、もう一度確かめてください。',
    },
    none: {
      level: 'note',
      result: 'このブラウザでは、通信がないときにページを開き直せません。',
      fix: '受験中は再読み込みをしないでください。ふつうのウィンドウや、ほかのブラウザなら開き直せることがあります。',
    },
  },
  clock: {
    ok: (seconds: number) =>
      seconds < 1
        ? '端末の時計は合っています。ずれは1秒もありません。'
        : `端末の時計は合っています。ずれは約${seconds}秒です。`,
    off: (minutes: number) => ({
      result: `端末の時計が${minutes}分ずれています。`,
      fix: '端末の設定で、日付と時刻を「自動」にしてから、もう一度確かめてください。',
    }),
    unreached: {
      result: 'サーバーから返事がなく、時計を比べられませんでした。',
      fix: 'この操作にはインターネット接続が必要です。つながったら、もう一度確かめてください。',
    },
  },
  speed: {
    ok: (bytes: number, seconds: number) =>
      `十分な速さです(${perSecond(bytes)})。模試の準備が約${seconds}秒で終わります。`,
    slow: (bytes: number, seconds: number) => ({
      result: `少しおそい通信です(${perSecond(bytes)})。模試の準備に約${seconds}秒かかります。`,
      fix: '電波の良い場所で始めると早く終わります。開始後は途切れても続けられます。',
    }),
    poor: (bytes: number) => ({
      result: `とてもおそい通信です(${perSecond(bytes)})。`,
      fix: '通信に時間がかかっています。電波の良い場所でお試しください。',
    }),
    unreached: {
      result: 'サーバーから返事がなく、速さを測れませんでした。',
      fix: '開始には接続が必要です。開始後は途切れても続けられます。つながったら、もう一度確かめてください。',
    },
  },
  sound: {
    heard: { level: 'ok', result: '音が聞こえました。' },
    unheard: {
      level: 'fail',
      result: '音が聞こえませんでした。',
      fix: '音量を上げ、消音(マナーモード)を切ってください。イヤホンを使うときは、つながっているかも確かめて、もう一度鳴らしてください。',
    },
    impossible: {
      level: 'fail',
      result: 'このブラウザでは音を鳴らせませんでした。',
      fix: 'Chrome・Edge・Safari・Firefoxの新しい版で、このページを開き直してください。',
    },
  },
  input: {
    ok: (presses: readonly Press[]) => `${pressWords(presses)}でボタンを押し、日本語を入力できました。`,
  },
  screen: {
    full: { level: 'ok', result: '全画面にできました。' },
    refused: {
      level: 'note',
      result: '全画面にできませんでした。そのままでも受験できます。',
      fix: 'ほかのアプリの通知を切っておくと、集中して受けられます。',
    },
    impossible: {
      level: 'note',
      result: 'この端末では全画面にできません。そのままで受験できます。',
      fix: 'ほかのアプリの通知を切っておくと、集中して受けられます。',
    },
  },
} as const satisfies Record<CheckName, unknown>;

/** Step 2. */
export const practiceTexts = {
  lead: '5問を10分で解きます。本番と同じように、答えは選ぶたびにこの端末へ保存されます。時間は画面を閉じても進みます。',
  start: '練習を始める',
  saved: (time: string) => `保存済み ${time}`,
  notSaved: '保存できていません',
  flag: 'フラグを付ける',
  unflag: 'フラグを外す',
  handIn: '答え合わせをする',
  unanswered: (count: number) => `未解答が${count}問あります。このまま提出しますか?`,
  unansweredBody: '提出したあとは、答えを変えられません。',
  confirm: '提出する',
  timeUp: '受験時間が終了しました。解答を自動で提出しました。',
  score: (right: number, all: number) => `${all}問中${right}問正解`,
  again: 'もう一度練習する',
} as const;

/** The step in which the learner disconnects the network (product.md 4.8). */
export const cutTexts = {
  title: '通信を切ってみる',
  lead: '本番の前に、自分の手で通信を切ってみましょう。解答が消えないことを確かめられます。',
  needsAnswer: '1問以上答えると、始められます。',
  start: '通信を切ってみる',
  stop: 'やめる',
  waiting:
    '機内モードにするか、Wi-Fiとモバイル通信を切ってください。パソコンでは、Wi-Fiを切るか、線を抜いてください。',
  looking: '通信が切れるのを待っています…',
  off: (count: number) => `通信が切れました。${count}問の解答は、この端末に残っています。`,
  tryThis: '通信がないまま、ためしてみましょう。',
  changeAnswer: '答えを1つ変える',
  reload: 'このページを再読み込みする',
  noReload: 'このブラウザでは、通信がないときにページを開き直せません。再読み込みはしないでください。',
  done: '済み',
  comeBack: 'ためし終わったら、通信を元にもどしてください。もどると自動で気づきます。',
  back: (count: number) => `通信がもどりました。${count}問の解答は、1つも消えていません。`,
  lost: '通信がもどりましたが、解答の一部が消えていました。結果の画面で、解答の保存を確かめてください。',
  backReload: '通信がないまま再読み込みしても、残っていました。',
  again: 'もう一度切ってみる',
} as const;

/** Step 3. */
export const resultTexts = {
  can: 'この端末で受験できます',
  canBody: '端末の確認と練習が終わりました。下のコードは、模試の受験環境を入力するときに使います。',
  code: '受験環境コード',
  copy: 'コードをコピー',
  copied: 'コードをコピーしました。',
  notCopied: 'コピーできませんでした。コードを書きとめてください。',
  codeDay: (day: string) =>
    `${day}にこの端末で確かめた結果です。ほかの端末で受けるときは、その端末でも確かめてください。`,
  cannot: 'このままでは受験できません',
  cannotBody: '次の項目を直すと、この端末で受験できます。ほかの結果と解答は残っています。',
  notYet: 'まだ終わっていないことがあります',
  notYetBody: '残りを確かめると、この端末で受験できるかがわかります。ここまでの結果は残っています。',
  fails: '直すこと',
  open: '残っていること',
  openPractice: '練習問題を解いて、答え合わせをする',
  notes: '知っておくこと',
  cutOpen:
    '通信を切る練習は、まだしていません。一度ためしておくと、本番で通信が切れても落ち着いて続けられます。',
  cutDone: '通信を切っても、解答は残りました。',
  toExams: '模試を見る・申し込む',
  toEnglish: '英語テストを受ける',
  toTop: 'トップへ',
  toContact: '問い合わせる',
} as const;
