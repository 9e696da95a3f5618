/** Wording of the frame of `/payment/gmo`; the rest comes with the part that asks for the state (performance.md 3). */
export const relayFrameTexts = {
  title: 'お支払いの手続き',
  working: 'お支払いの手続きをしています',
  stay: 'この画面を閉じないでください。',
  looking: '読み込んでいます。',
} as const;
