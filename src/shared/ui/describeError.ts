import { HttpError, isTimeout, MaintenanceError, OfflineError } from '#shared/lib/errors.ts';
import { isNoRoom } from '#shared/lib/storage/saving.ts';
import { waitWords } from '#shared/lib/text/waitWords.ts';
import { partTexts } from './partTexts.ts';

/** An error in words: what happened, what is safe and what to do. */
export type ErrorWords = {
  title: string;
  body: string;
  /** 受付番号 for the support desk, if the server gave one. */
  requestId: string;
};

const again = '少し待ってから、もう一度お試しください。';

function ofStatus(error: HttpError): Pick<ErrorWords, 'title' | 'body'> {
  const { status, code, detail, retryAfter } = error;
  if (code === 'access_expired') {
    return { title: '視聴期限が終了しています', body: detail || 'しおりやメモはこれからも見られます。' };
  }
  if (status === 403) {
    return { title: 'このページは表示できません', body: detail || 'このページを表示する権限がありません。' };
  }
  if (status === 404) {
    return { title: '見つかりませんでした', body: detail || '移動したか、削除された可能性があります。' };
  }
  if (status === 429) {
    const wait = retryAfter ? `${waitWords(retryAfter)}に、もう一度お試しください。` : again;
    const title = code === 'busy' ? 'アクセスが集中しています' : '操作が続けて行われました';
    return { title, body: wait };
  }
  if (status >= 500) {
    return { title: 'サーバーで問題が起きました', body: `この端末の内容は無事です。${again}` };
  }
  return { title: '表示できませんでした', body: detail || `この端末の内容は無事です。${again}` };
}

/** Describes any error in words for a 15-year-old (product.md V15, V17, V18, V21, V22). */
export function describeError(error: unknown): ErrorWords {
  if (error instanceof MaintenanceError) {
    return {
      title: 'ただいまメンテナンス中です',
      body: '終わるまで少しお待ちください。この端末に保存した内容は見られます。',
      requestId: '',
    };
  }
  if (error instanceof HttpError) return { ...ofStatus(error), requestId: error.requestId };
  if (error instanceof OfflineError && error.reason === 'captive') {
    return {
      title: 'Wi-Fiにログインが必要なようです',
      body: 'ブラウザーでWi-Fiのログイン画面を開いてから、もう一度お試しください。',
      requestId: '',
    };
  }
  if (error instanceof OfflineError) {
    return { title: partTexts.title, body: partTexts.body, requestId: '' };
  }
  if (isTimeout(error)) {
    return {
      title: '通信に時間がかかっています',
      body: partTexts.body,
      requestId: '',
    };
  }
  if (isNoRoom(error)) {
    return {
      title: 'この端末に保存できませんでした',
      body: '端末の空き容量が足りないようです。保存した授業や、使わない写真・アプリを消してから、もう一度お試しください。',
      requestId: '',
    };
  }
  return { title: '表示できませんでした', body: `この端末の内容は無事です。${again}`, requestId: '' };
}
