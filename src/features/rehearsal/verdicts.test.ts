import { describe, expect, it } from 'vitest';
import { beginAttempt, handIn } from './attempt.ts';
import { readBrowser } from './browser.ts';
import { noCut } from './cut.ts';
import { environmentOf, outcomeOf } from './environment.ts';
import type { CheckName, Facts } from './facts.ts';
import { speedOf } from './speed.ts';
import { verdictOf } from './verdicts.ts';

const agents = {
  windowsChrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  oldChrome:
    'Mozilla/5.0 (X11; CrOS x86_64 14541) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
  macSafari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  chromeOnOldIPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.0.0 Mobile/15E148 Safari/604.1',
  line: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.5.0',
  androidFirefox: 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
  androidTablet:
    'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  strange: 'Lynx/2.9',
} as const;

const browser = (name: keyof typeof agents, touchPoints = 0) =>
  readBrowser({ userAgent: agents[name], touchPoints });

describe('the browser', () => {
  it.each([
    ['windowsChrome', 'computer', 'windows', 'chrome', 126, true],
    ['oldChrome', 'computer', 'chromeos', 'chrome', 103, false],
    ['edge', 'computer', 'windows', 'chrome', 126, true],
    ['macSafari', 'computer', 'macos', 'safari', 17, true],
    ['iPhone', 'phone', 'ios', 'safari', 17, true],
    ['chromeOnOldIPhone', 'phone', 'ios', 'safari', 15, false],
    ['androidFirefox', 'phone', 'android', 'firefox', 127, true],
    ['androidTablet', 'tablet', 'android', 'chrome', 126, true],
    ['strange', 'other', 'other', 'other', null, null],
  ] as const)('%s is known', (name, device, system, kind, version, isSupported) => {
    expect(browser(name)).toMatchObject({ device, system, browser: kind, version, isSupported });
  });

  it('of an iPad is no Mac', () => {
    expect(browser('macSafari', 5)).toMatchObject({ device: 'tablet', system: 'ios', version: 17 });
  });

  it('of another app is refused, an unknown one is not', () => {
    expect(verdictOf('browser', { browser: browser('line') })?.level).toBe('fail');
    expect(verdictOf('browser', { browser: browser('oldChrome') })?.level).toBe('fail');
    expect(verdictOf('browser', { browser: browser('chromeOnOldIPhone') })?.fix).toContain('16以上');
    expect(verdictOf('browser', { browser: browser('strange') })?.level).toBe('note');
  });
});

describe('a verdict', () => {
  const minute = 60_000;
  const megabyte = 1024 * 1024;
  it.each<[CheckName, Facts, 'ok' | 'note' | 'fail' | null]>([
    ['storage', { storage: { free: 200 * megabyte, isFull: false, isPrivate: false } }, 'ok'],
    ['storage', { storage: { free: 200 * megabyte - 1, isFull: false, isPrivate: false } }, 'fail'],
    ['storage', { storage: { free: null, isFull: false, isPrivate: false } }, 'note'],
    ['storage', { storage: { free: 900 * megabyte, isFull: false, isPrivate: true } }, 'fail'],
    ['storage', { storage: { free: 9000 * megabyte, isFull: true, isPrivate: false } }, 'fail'],
    ['database', { database: true }, 'ok'],
    ['database', { database: false }, 'fail'],
    ['worker', { worker: 'none' }, 'note'],
    ['clock', { clock: { aheadMs: minute - 1 } }, 'ok'],
    ['clock', { clock: { aheadMs: -minute } }, 'fail'],
    ['clock', { clock: { aheadMs: null } }, 'fail'],
    ['speed', { speed: { bytesPerSecond: 125_000 } }, 'ok'],
    ['speed', { speed: { bytesPerSecond: 124_999 } }, 'note'],
    ['speed', { speed: { bytesPerSecond: 29_999 } }, 'fail'],
    ['speed', { speed: { bytesPerSecond: null } }, 'fail'],
    ['sound', { sound: 'unheard' }, 'fail'],
    ['input', { input: { presses: ['touch'], text: 'kaitou' } }, null],
    ['input', { input: { presses: [], text: 'かいとう' } }, null],
    ['input', { input: { presses: ['touch'], text: '解' } }, 'ok'],
    ['screen', { screen: 'impossible' }, 'note'],
    ['screen', {}, null],
  ])('of %s %j is %s', (name, facts, level) => {
    expect(verdictOf(name, facts)?.level ?? null).toBe(level);
  });

  it('speaks as the specification says', () => {
    expect(verdictOf('storage', { storage: { free: 0, isFull: false, isPrivate: false } })?.fix).toBe(
      '空き容量が不足しています。200MB以上あけてください。',
    );
    expect(verdictOf('clock', { clock: { aheadMs: -7 * minute } })?.result).toBe(
      '端末の時計が7分ずれています。',
    );
  });
});

describe('the speed of a line', () => {
  it('is the middle one of several downloads; crumbs say nothing', () => {
    const sample = (bytes: number, ms: number) => ({ bytes, ms });
    expect(speedOf([])).toBeNull();
    expect(speedOf([sample(4000, 1)])).toBeNull();
    expect(speedOf([sample(100_000, 1000), sample(100_000, 100), sample(100_000, 10_000)])).toBe(100_000);
    expect(speedOf([sample(100_000, 1000), sample(100_000, 100)])).toBe(100_000);
  });
});

const fine: Facts = {
  browser: browser('iPhone'),
  storage: { free: 3 * 1024 ** 3, isFull: false, isPrivate: false },
  database: true,
  worker: 'whole',
  clock: { aheadMs: -6000 },
  speed: { bytesPerSecond: 1_500_000 },
  sound: 'heard',
  input: { presses: ['touch'], text: 'かいとう' },
  screen: 'impossible',
};
const attempt = handIn(beginAttempt(0), 1);

describe('the device', () => {
  it('is fit when everything was checked and practised and nothing failed', () => {
    expect(outcomeOf({ facts: fine, attempt, cut: noCut })).toMatchObject({
      isFit: true,
      open: [],
      fails: [],
    });
    expect(outcomeOf({ facts: fine, attempt: null, cut: noCut }).isFit).toBe(false);
    const { sound: _, ...untried } = fine;
    expect(outcomeOf({ facts: untried, attempt, cut: noCut })).toMatchObject({
      isFit: false,
      open: ['sound'],
    });
    const failed = { ...fine, clock: { aheadMs: 300_000 } };
    expect(outcomeOf({ facts: failed, attempt, cut: noCut }).fails.map(({ name }) => name)).toEqual([
      'clock',
    ]);
  });

  it('is told in the code as it was measured', () => {
    const cut = { ...noCut, phase: 'back' as const, before: 2, after: 2 };
    expect(environmentOf(fine, cut, Date.UTC(2024, 0, 3))).toEqual({
      day: 2,
      device: 'phone',
      system: 'ios',
      browser: 'safari',
      storage: 2,
      clock: 1,
      speed: 5,
      sound: true,
      touch: true,
      mouse: false,
      typed: true,
      fullScreen: false,
      offline: true,
      cut: true,
    });
  });
});
