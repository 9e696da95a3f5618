/** Wording about the devices that use the places for kept lessons. */
export const deviceLimitTexts = {
  title: '授業を保存できる端末は3台までです',
  renewal:
    'ほかの3台に保存しているため、この端末では新しく保存することも、保存の期限を延ばすこともできません。使わない端末を外してください。',
  list: '授業を保存している端末',
  unknown: '名前のわからない端末',
  lastSeen: (moment: string) => `最後に使った日時 ${moment}`,
  lessons: (count: number) => `保存した授業 ${count}件`,
  free: '外す',
  freeOf: (name: string) => `${name}を外す`,
  askTitle: (name: string) => `「${name}」を外しますか?`,
  askBody:
    'その端末に保存した授業は、いまの期限(最長7日)が過ぎると見られなくなります。ログインはそのままです。メモやしるし、視聴の記録はなくなりません。',
  done: (name: string) => `「${name}」を外しました。`,
  failed: '外せませんでした。接続を確かめて、もう一度お試しください。',
  freeAt: (moment: string) => `どの端末も使わないままなら、${moment}に1台分が空きます。`,
  toLogins: 'ログイン中の端末を見る',
} as const;
