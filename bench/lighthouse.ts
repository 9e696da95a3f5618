import { spawn } from 'node:child_process';
import { chromiumLaunch, findChromium } from '../tests/offline-kit/browser.ts';

/**
 * Downloaded when the bench runs, not with the app's packages, so that nobody who starts or tests the app has to wait
 * for it. The version is fixed, because another version has other rules and scores.
 */
const lighthouse = 'lighthouse@13.5.0';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

/** Scores of a page, 0 to 100, on a simulated phone; `failed`: failed audits that count in the score. */
export type LighthouseRow = { path: string; scores: Record<Category, number>; failed: string[] };

type Audit = { id: string; score: number | null; scoreDisplayMode: string };
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

function audit(url: string, slowdown: number): Promise<Report> {
  // The same browser and flags as in all other measurements. Without them a browser without a graphics card emulates
  // one on the two cores that the page needs.
  const flags = ['--headless=new', ...(chromiumLaunch().args ?? [])];
  const args = [
    '--yes',
    lighthouse,
    url,
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    '--no-enable-error-reporting',
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${flags.join(' ')}`,
  ];
  const chrome = findChromium();
  const env = { ...process.env, ...(chrome ? { CHROME_PATH: chrome } : {}) };
  const child = spawn('npx', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
    shell: process.platform === 'win32',
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text.slice(text.indexOf('{'))) as Report);
      else reject(new Error(`Lighthouse ended with ${code} on ${url}`));
    });
  });
}

function rowOf(path: string, report: Report): LighthouseRow {
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const counted = categories.flatMap((name) => report.categories[name]?.auditRefs ?? []);
  const failed = counted.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9);
  return { path, scores, failed: failed.map(({ id }) => id) };
}

/**
 * Runs Lighthouse on each page of a running site, one after the other. Of `runs` per page the median by performance
 * counts; Lighthouse itself recommends this, because a busy machine changes scores. `slowdown`: how many times slower
 * the phone's processor is than this one (phone.ts).
 */
export async function measureLighthouse(
  origin: string,
  paths: readonly string[],
  { runs, slowdown }: { runs: number; slowdown: number },
): Promise<LighthouseRow[]> {
  const middles: LighthouseRow[] = [];
  for (const path of paths) {
    const rows: LighthouseRow[] = [];
    for (let run = 0; run < runs; run += 1) rows.push(rowOf(path, await audit(origin + path, slowdown)));
    rows.sort((one, other) => one.scores.performance - other.scores.performance);
    middles.push(...rows.slice(rows.length >> 1, (rows.length >> 1) + 1));
  }
  return middles;
}
