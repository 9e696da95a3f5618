import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savingNews } from '#shared/lib/storage/savingNews.ts';
import { setClock } from '#shared/lib/time/clock.ts';
import { dropDraftsOf, formDraft } from './formDraft.ts';

const day = 24 * 60 * 60 * 1000;
let kept: Record<string, string>;
let time: number;

beforeEach(() => {
  kept = {};
  const area = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
      (area as Record<string, unknown>)[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
      delete (area as Record<string, unknown>)[key];
    },
  };
  vi.stubGlobal('localStorage', area);
  time = 1_000_000;
  setClock(() => time);
});
afterEach(() => {
  vi.unstubAllGlobals();
  setClock(() => Date.now());
});

describe('a draft', () => {
  it('is there for a day', () => {
    formDraft('contact', '').keep({ body: '書きかけ' });
    time += day - 1;
    expect(formDraft('contact', '').read()).toEqual({ body: '書きかけ' });
    time += 1;
    expect(formDraft('contact', '').read()).toEqual({});
    expect(kept).toEqual({});
  });

  it('is forgotten when somebody else opens the form', () => {
    formDraft('contact', '7').keep({ body: '書きかけ' });
    expect(formDraft('contact', '').read()).toEqual({});
    expect(formDraft('contact', '7').read()).toEqual({});
  });

  it('is nothing when every field is empty, or what lies there is none', () => {
    const draft = formDraft('contact', '');
    draft.keep({ body: '書きかけ' });
    draft.keep({ body: '' });
    expect(kept).toEqual({});
    kept['draft.contact'] = '{"owner":""}';
    expect(draft.read()).toEqual({});
  });

  it('is kept by the tab while the browser has no room, told, and stored again with room', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const store = localStorage.setItem;
    localStorage.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    formDraft('contact', '7').keep({ body: '書きかけ' });
    expect(savingNews.get()).toMatchObject({ thing: 'form', trouble: 'full' });
    expect(formDraft('contact', '7').read()).toEqual({ body: '書きかけ' });
    expect(formDraft('contact', '').read()).toEqual({});
    formDraft('contact', '7').keep({ body: '書きかけ' });
    localStorage.setItem = store;
    formDraft('contact', '7').keep({ body: '書きかけの続き' });
    expect(savingNews.get()).toBeNull();
    expect(kept['draft.contact']).toContain('書きかけの続き');
    formDraft('contact', '7').drop();
  });

  it('goes with the member who leaves; others stay', () => {
    formDraft('contact', '7').keep({ body: '会員' });
    formDraft('reply.1', '').keep({ body: 'ゲスト' });
    dropDraftsOf('7');
    expect(Object.keys(kept)).toEqual(['draft.reply.1']);
  });
});
