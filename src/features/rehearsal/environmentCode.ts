/**
 * The code at the end of the exam environment check (product.md 2.2.A `/test`). The learner enters it with the entry of
 * a mock exam (product.md 2.3.L `environmentinfo`). It contains the measurements and can be read without the server.
 *
 * Format: ten characters of the alphabet below, shown as `XXXXX-XXXXX`. The first eight are one number of 40 bits, most
 * significant first. Its parts, from the most significant: version (3 bits, now 1), day (13, days since 2024-01-01 in
 * Japan), then those of `parts` in their order, three bits 0. The last two characters are a checksum: the sum of the
 * eight values, each times 37 to the power of its place from 1, modulo the prime 1021. It detects every single wrong
 * character, and every swap of two neighbours among the first eight. The code proves nothing: anyone can make one up.
 */
export type Environment = {
  /** Days from 2024-01-01 to the day of the check, in Japan. */
  day: number;
  device: (typeof devices)[number];
  system: (typeof systems)[number];
  browser: (typeof browsers)[number];
  /** Storage for the app, as the browser reports it: not told, from 200 MB, from 1 GB, from 10 GB. */
  storage: 0 | 1 | 2 | 3;
  /** The clock is off by less than 5 s, less than 30 s, less than a minute. */
  clock: 0 | 1 | 2 | 3;
  /** Mbit/s: below 0.5, from 0.5, 1, 2, 5, 10, 30, 100. */
  speed: number;
  sound: boolean;
  touch: boolean;
  mouse: boolean;
  typed: boolean;
  fullScreen: boolean;
  /** The app opens without a network. */
  offline: boolean;
  /** The learner disconnected the network, and the answers survived. */
  cut: boolean;
};

export const devices = ['other', 'computer', 'phone', 'tablet'] as const;
export const systems = ['other', 'windows', 'macos', 'ios', 'android', 'chromeos', 'linux'] as const;
export const browsers = ['other', 'chrome', 'safari', 'firefox'] as const;

/** Without I, L, O and U, so that no character is mistaken for another (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const version = 1;
const signs = 8;
const prime = 1021;
const dayMs = 86_400_000;
/** Midnight in Japan. */
const firstDay = Date.UTC(2023, 11, 31, 15);

/** The parts behind version and day, with their bits. */
const parts = [
  ['device', 2],
  ['system', 3],
  ['browser', 2],
  ['storage', 2],
  ['clock', 2],
  ['speed', 3],
  ['sound', 1],
  ['touch', 1],
  ['mouse', 1],
  ['typed', 1],
  ['fullScreen', 1],
  ['offline', 1],
  ['cut', 1],
  ['spare', 3],
] as const;

/** The day of a moment (epoch ms), as the code counts days. */
export function codeDay(time: number): number {
  return Math.floor((time - firstDay) / dayMs);
}

/** The moment at which a day of a code begins, epoch ms. */
export function codeDayStart(day: number): number {
  return firstDay + day * dayMs;
}

function checkSum(values: readonly number[]): number {
  let weight = 1;
  let sum = 0;
  for (const value of values) {
    weight = (weight * 37) % prime;
    sum = (sum + value * weight) % prime;
  }
  return sum;
}

/** The characters' values for a number, most significant first. */
function digits(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(value / 32 ** (count - 1 - at)) % 32);
}

/** The code of an environment. */
export function writeCode(environment: Environment): string {
  const values: Record<(typeof parts)[number][0], number> = {
    ...environment,
    device: devices.indexOf(environment.device),
    system: systems.indexOf(environment.system),
    browser: browsers.indexOf(environment.browser),
    sound: Number(environment.sound),
    touch: Number(environment.touch),
    mouse: Number(environment.mouse),
    typed: Number(environment.typed),
    fullScreen: Number(environment.fullScreen),
    offline: Number(environment.offline),
    cut: Number(environment.cut),
    spare: 0,
  };
  // Above 32 bits JavaScript can only multiply, because its bit shifts cut off.
  const start = version * 2 ** 13 + Math.min(2 ** 13 - 1, Math.max(0, environment.day));
  const number = parts.reduce((sum, [name, bits]) => sum * 2 ** bits + values[name], start);
  const body = digits(number, signs);
  const text = [...body, ...digits(checkSum(body), 2)].map((value) => alphabet[value]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Reads a code as people type it: any width and case, blanks and hyphens anywhere, O for 0, I and L for 1. */
export function readCode(text: string): Environment | null {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-‐-―−ー]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const values = [...plain].map((sign) => alphabet.indexOf(sign));
  if (values.length !== signs + 2 || values.includes(-1)) return null;
  const body = values.slice(0, signs);
  const [high = 0, low = 0] = values.slice(signs);
  if (checkSum(body) !== high * 32 + low) return null;
  let number = body.reduce((sum, value) => sum * 32 + value, 0);
  const read: Record<string, number> = {};
  for (const [name, bits] of [...parts].reverse()) {
    read[name] = number % 2 ** bits;
    number = Math.floor(number / 2 ** bits);
  }
  const { storage = 0, clock = 0, speed = 0 } = read;
  const device = devices[read.device ?? 0];
  const system = systems[read.system ?? 0];
  const browser = browsers[read.browser ?? 0];
  if (Math.floor(number / 2 ** 13) !== version || !device || !system || !browser) return null;
  return {
    day: number % 2 ** 13,
    device,
    system,
    browser,
    storage: storage as Environment['storage'],
    clock: clock as Environment['clock'],
    speed,
    sound: read.sound === 1,
    touch: read.touch === 1,
    mouse: read.mouse === 1,
    typed: read.typed === 1,
    fullScreen: read.fullScreen === 1,
    offline: read.offline === 1,
    cut: read.cut === 1,
  };
}
