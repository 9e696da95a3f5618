import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storageHealth } from '#shared/lib/db/health.ts';
import { isAnythingToTell, isAnythingUnsent } from '../logoutQuestion.ts';
import { LogoutDialog } from './LogoutDialog.tsx';
import { StorageLine } from './StorageLine.tsx';

const nothing = { answers: 0, running: [], uncounted: 0 };

describe('row 54: the question at log-out', () => {
  const unsent = { changes: 0, exams: { ...nothing, uncounted: 3 } };

  it('is asked for what does not count alone, and offers nothing to send then', () => {
    expect([isAnythingUnsent(unsent), isAnythingToTell(unsent, null)]).toEqual([false, true]);
    expect(isAnythingToTell({ changes: 0, exams: nothing }, null)).toBe(false);
    const act = () => undefined;
    const html = renderToStaticMarkup(
      <LogoutDialog
        {...{ unsent, isBusy: false, hasFailed: false }}
        {...{ onSend: act, onDrop: act, onCancel: act }}
      />,
    );
    expect(html).toContain('採点に入らない試験の解答が3件、この端末に残っています');
    expect(html).toContain('ログアウトすると、この端末から消えます。');
    expect(html).not.toContain('送信して');
    expect(html).toContain('このままログアウト');
  });

  it('is asked again where sending has shown that more does not count', () => {
    const running = { changes: 0, exams: { ...nothing, running: ['数学'] } };
    expect(isAnythingToTell(running, running)).toBe(false);
    expect(isAnythingToTell({ changes: 0, exams: { ...nothing, uncounted: 4 } }, unsent)).toBe(true);
    expect(isAnythingToTell(unsent, unsent)).toBe(false);
  });
});

describe('the line of storage that keeps nothing', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    storageHealth.set('ok');
  });

  const line = () => {
    storageHealth.set('memory');
    return renderToStaticMarkup(<StorageLine />);
  };

  it('says that all else can be used online', () => {
    vi.stubGlobal('isSecureContext', true);
    expect(line()).toContain('オンラインでは、いつもどおり使えます。');
  });

  it('row 56: at an address without https does not say so, because no exam begins there', () => {
    vi.stubGlobal('isSecureContext', false);
    expect(line()).not.toContain('いつもどおり');
    expect(line()).toContain('模試などの試験は受けられません。');
  });
});
