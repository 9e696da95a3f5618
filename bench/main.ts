// Measures starts, bytes, Lighthouse scores, scrolling, downloads, the outbox, memory and the server; prints tables and
// writes JSON (performance.md 1).
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureSizes } from '../scripts/size.ts';
import { type AppServer, startAppServer } from './appServer.ts';
import { classPace, measureClass } from './classLoad.ts';
import { measureDownload } from './download.ts';
import { measureExams } from './exam.ts';
import { slowdown as deviceSlowdown, measureExamDevice } from './examDevice.ts';
import { type ExamLoadRow, examLoads, measureExamLoads } from './examLoad.ts';
import { measureExamRoom } from './examRoom.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureMemory, type PlayMemory } from './memory.ts';
import { measureMoney, noticeGoalMs } from './money.ts';
import { newDeviceStarts } from './newDevice.ts';
import { measureDrain } from './outbox.ts';
import { auditedPages, choosePages } from './pages.ts';
import { barePageMs, findPhone, type Phone } from './phone.ts';
import { measureScroll } from './scroll.ts';
import { measureServer } from './serverLoad.ts';
import { printStartRows } from './startRows.ts';
import { firstVisits, memberStarts, repeatVisits } from './starts.ts';
import { printTable, withRatio } from './statistics.ts';
import { measureToday, todayGoalMs } from './today.ts';
import { measureWorkerStart } from './workerStart.ts';

const manyCourses = 10_000;
const manyLessons = 50;
const manyChanges = 1000;
/** Size of a long lesson. */
const lessonBytes = 70_000_000;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Pages of the rows of starts, as in pages.ts; fewer pages leave time for more runs of each. */
    pages: { type: 'string' },
    /** CPU slowdown factor; without it the factor for the phone of performance.md is determined first. */
    cpu: { type: 'string' },
    /** For the exam rows: number of takers who start, save and hand in, and of attempts that the clock ends. */
    takers: { type: 'string', default: '300' },
    ended: { type: 'string', default: '10000' },
    /** Rows of `examLoad`, which takes minutes and is measured only when `--only` names it. */
    load: { type: 'string', default: examLoads.join() },
    /** For the rows of money: number of buyers who press at the same time. */
    orders: { type: 'string', default: '40' },
    only: {
      type: 'string',
      default:
        'sizes,starts,repeats,today,newDevice,library,members,worker,scroll,download,outbox,memory,server,class,exam,examRoom,money,lighthouse',
    },
  },
});
const runs = Number(values.runs);
const wanted = new Set(values.only.split(','));
const results: Record<string, unknown> = { runs, node: process.version, cores: cpus().length };
if (values.cpu) results.cpu = Number(values.cpu);

const chosen = choosePages(values.pages);

/** CPU slowdown for the throttled measurements; determined once, before the first of them. */
let phone: Phone | null = null;

async function slowdownOfPhone(): Promise<number> {
  if (values.cpu) return Number(values.cpu);
  if (phone) return phone.slowdown;
  phone = await findPhone(runs);
  results.phone = phone;
  printTable(
    `The bare page of performance.md, painted there after ${barePageMs} ms: from here on ${phone.slowdown} times slower`,
    phone.painted.map(({ slowdown, ms }) => ({ 'CPU slower': String(slowdown), 'FCP ms': ms.toFixed(0) })),
  );
  return phone.slowdown;
}

async function withServer<Result>(
  work: (server: AppServer) => Promise<Result>,
  purchases = 0,
): Promise<Result> {
  const server = await startAppServer(purchases);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Runs against a server where the learner has as many courses as are stored on the device. */
function withCourses<Result>(work: (server: AppServer) => Promise<Result>): Promise<Result> {
  return withServer(work, manyCourses);
}

function printSizes(): void {
  const sizes = measureSizes();
  results.sizes = sizes;
  const rows = sizes.routes.map(({ route, script, style, limit }) => ({
    route,
    'script kB br': (script / 1000).toFixed(1),
    'budget kB': String(limit / 1000),
    'style kB br': (style / 1000).toFixed(1),
  }));
  printTable('Bytes of a route', rows);
}

async function printStarts(): Promise<void> {
  if (chosen.first.length === 0) return;
  const slowdown = await slowdownOfPhone();
  const rows = await withServer(({ port }) => firstVisits(port, { runs, slowdown, pages: chosen.first }));
  results.starts = rows;
  printStartRows('First visits, from a page of another site', slowdown, rows);
}

async function printRepeats(): Promise<void> {
  if (chosen.again.length === 0) return;
  const slowdown = await slowdownOfPhone();
  const rows = await withServer(({ port }) => repeatVisits(port, { runs, slowdown, pages: chosen.again }));
  results.repeats = rows;
  printStartRows('Later visits of a guest', slowdown, rows);
}

async function printToday(): Promise<void> {
  if (chosen.today.length === 0) return;
  const slowdown = await slowdownOfPhone();
  const rows = await withServer(({ origin }) =>
    measureToday(origin, { runs, slowdown, pages: chosen.today }),
  );
  results.today = rows;
  printTable(
    `Today's answer on a page that the device keeps (CPU ${slowdown}x slower, a line without limits)`,
    rows.map(({ path, copy, today }) => ({
      page: path,
      'copy ms': copy.toFixed(0),
      "today's answer ms": today.toFixed(0),
      'goal ms': String(todayGoalMs),
    })),
  );
}

async function printNewDevice(): Promise<void> {
  if (chosen.learner.length === 0) return;
  const slowdown = await slowdownOfPhone();
  const rows = await withServer((server) =>
    newDeviceStarts(server, { runs, slowdown, pages: chosen.learner }),
  );
  results.newDevice = rows;
  printStartRows('A learner on a new device, logged in', slowdown, rows);
}

/** `library`: pages that are measured with many courses on the device; `members`: the others. */
async function printMemberStarts(row: 'library' | 'members'): Promise<void> {
  const isFull = row === 'library';
  const ofRow = chosen.learner.filter(({ hasMany = false }) => hasMany === isFull);
  if (ofRow.length === 0) return;
  const slowdown = await slowdownOfPhone();
  const stored = isFull ? manyCourses : 0;
  const kept = isFull ? manyLessons : 1;
  const rows = await withServer(
    ({ port }) => memberStarts(port, ofRow, { runs, slowdown, stored, kept }),
    stored,
  );
  results[row] = rows;
  printStartRows(isFull ? 'Starts of the library' : 'Starts of a known learner', slowdown, rows);
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0);

async function printDownload(): Promise<void> {
  const result = await withServer((server) => measureDownload(server, Math.min(runs, 3), lessonBytes));
  results.download = result;
  const { bytes, appMs, bareMs } = result;
  const pace = (ms: number) => (bytes / 1000 / ms).toFixed(0);
  printTable('Keeping a lesson, against a bare fetch of its video', [
    {
      MB: megabytes(bytes),
      'app ms': withRatio(appMs, bareMs),
      'app MB/s': pace(appMs),
      'bare ms': bareMs.toFixed(0),
      'bare MB/s': pace(bareMs),
    },
  ]);
}

async function printDrain(): Promise<void> {
  const result = await withServer(({ origin }) => measureDrain(origin, manyChanges));
  results.outbox = result;
  const { entries, drainMs, bareMs, perSec } = result;
  printTable('Draining the queue, against bare calls four at a time', [
    {
      entries: String(entries),
      'drain ms': withRatio(drainMs, bareMs),
      'bare ms': bareMs.toFixed(0),
      'entries per second': perSec.toFixed(0),
    },
  ]);
}

async function printMemory(): Promise<void> {
  const result = await withServer((server) => measureMemory(server, lessonBytes));
  results.memory = result;
  const row = (name: string, { restMb, peakMb }: PlayMemory) => ({
    from: name,
    'video MB': megabytes(result.bytes),
    'at rest MB': restMb.toFixed(0),
    'peak MB': peakMb.toFixed(0),
    'growth MB': (peakMb - restMb).toFixed(0),
  });
  printTable('Memory of the whole browser while a lesson plays', [
    row('network', result.network),
    row('device', result.store),
  ]);
}

async function printScroll(): Promise<void> {
  const scroll = await withCourses(({ origin }) => measureScroll(origin, manyCourses));
  results.scroll = scroll;
  const { items, longest, over50, longestCpu, cpuOver50, steps } = scroll;
  printTable('Scrolling the library', [
    {
      items: String(items),
      steps: String(steps),
      'tasks over 50 ms': String(over50),
      'longest ms': longest.toFixed(0),
      'over 50 ms of CPU': String(cpuOver50),
      'longest CPU ms': longestCpu.toFixed(0),
    },
  ]);
}

async function printWorkerStart(): Promise<void> {
  const slowdown = await slowdownOfPhone();
  const times = await withServer(({ origin }) => measureWorkerStart(origin, runs, slowdown));
  results.workerStart = times;
  printTable(`A kept file through the worker (CPU ${slowdown}x slower)`, [
    {
      'worker stopped ms': times.stopped.toFixed(1),
      'worker running ms': times.running.toFixed(1),
      'its start ms': (times.stopped - times.running).toFixed(1),
    },
  ]);
}

async function printLighthouse(): Promise<void> {
  const slowdown = await slowdownOfPhone();
  const pages = await withServer(({ origin }) => measureLighthouse(origin, auditedPages, { runs, slowdown }));
  results.lighthouse = pages;
  printTable(
    `Lighthouse, as a phone (CPU ${slowdown}x slower), the middle of ${runs}`,
    pages.map(({ path, scores, failed }) => ({
      page: path,
      performance: String(scores.performance),
      accessibility: String(scores.accessibility),
      'best practices': String(scores['best-practices']),
      SEO: String(scores.seo),
      'not passed': failed.join(' '),
    })),
  );
}

async function printServer(origin: string): Promise<void> {
  const loads = await measureServer(origin);
  results.server = loads;
  const rows = loads.map(({ name, requestsPerSec, p50Ms, p99Ms, failed }) => ({
    call: name,
    'per second': requestsPerSec.toFixed(0),
    'p50 ms': p50Ms.toFixed(1),
    'p99 ms': p99Ms.toFixed(1),
    failed: String(failed),
  }));
  printTable('Server on PGlite', rows);
}

async function printClass(): Promise<void> {
  const loads = await measureClass(Math.min(runs, 3));
  results.class = loads;
  const rows = loads.map(({ database, path, perSecond, p99Ms, cpuMs, pacedP99Ms, failed }) => ({
    database,
    call: `GET ${path}`,
    'per second': perSecond.toFixed(0),
    'p99 ms': p99Ms.toFixed(0),
    'CPU ms a call': cpuMs?.toFixed(2) ?? '',
    [`p99 ms at ${classPace}/s`]: pacedP99Ms.toFixed(0),
    failed: String(failed),
  }));
  printTable('A class that opens the app at once: 32 connections', rows);
}

async function printExam(): Promise<void> {
  const loads = await measureExams({ takers: Number(values.takers), ended: Number(values.ended) });
  results.exam = loads;
  const rows = loads.map(({ database, name, count, perSecond, p50Ms, p99Ms, bare, failed, wholeMs }) => ({
    database,
    call: name,
    count: String(count),
    'per second': perSecond.toFixed(0),
    'p50 ms': p50Ms?.toFixed(1) ?? '',
    'p99 ms': p99Ms?.toFixed(1) ?? '',
    'against bare': `${bare.toFixed(2)}x`,
    'whole s': (wholeMs / 1000).toFixed(1),
    failed: String(failed),
  }));
  printTable('Exams (exams.md 8): eight calls at once', rows);
  const works = await measureExamDevice();
  results.examDevice = works;
  printTable(
    'Exams: work of a device',
    works.map(({ name, ms, slowedMs, goalMs }) => ({
      work: name,
      'ms here': ms.toFixed(0),
      [`ms, ${deviceSlowdown} times slower`]: slowedMs.toFixed(0),
      'goal ms': String(goalMs),
    })),
  );
}

function loadCells(load: ExamLoadRow): Record<string, string> {
  const { database, name, count, rate, wholeMs, calls, goal, serverCpuMs } = load;
  const cell = (key: 'p50Ms' | 'p95Ms' | 'p99Ms' | 'lateP99Ms') => calls?.[key].toFixed(0) ?? '';
  return {
    database,
    row: name,
    count: String(count),
    'planned a second': rate === null ? '' : String(rate),
    'p50 ms': cell('p50Ms'),
    'p95 ms': cell('p95Ms'),
    'p99 ms': cell('p99Ms'),
    'whole s': (wholeMs / 1000).toFixed(1),
    goal,
    'put off': String(calls?.putOff ?? ''),
    '4xx': String(calls?.refused ?? ''),
    '5xx': String(calls?.failed ?? ''),
    'no answer': String(calls?.unanswered ?? ''),
    'CPU ms a call': serverCpuMs?.toFixed(2) ?? '',
    'sent late ms': cell('lateP99Ms'),
    'callers, of a core': calls?.callerCpu.toFixed(2) ?? '',
  };
}

async function printExamLoad(): Promise<void> {
  const rows = await measureExamLoads(values.load.split(','));
  results.examLoad = rows;
  const title = `Exams at their full size (exams.md 8): server, callers and PostgreSQL on ${cpus().length} cores`;
  printTable(title, rows.map(loadCells));
  for (const { database, name, notes } of rows)
    for (const note of notes) console.log(`${database}, ${name}: ${note}`);
}

async function printExamRoom(): Promise<void> {
  const slowdown = await slowdownOfPhone();
  const times = await withServer((server) => measureExamRoom(server, runs, slowdown));
  results.examRoom = times;
  printTable(
    `Exam room (exams.md 8; CPU ${slowdown}x slower)`,
    times.map(({ name, count, ms, longestMs, goalMs }) => ({
      time: name,
      count: String(count),
      'p50 ms': ms.toFixed(1),
      'longest ms': longestMs.toFixed(1),
      'goal ms': goalMs === null ? '' : String(goalMs),
    })),
  );
}

async function printMoney(): Promise<void> {
  const loads = await measureMoney(Number(values.orders));
  results.money = loads;
  const rows = loads.map(({ database, name, count, perSecond, p50Ms, p99Ms, failed, wholeMs }) => ({
    database,
    row: name,
    count: String(count),
    'per second': perSecond.toFixed(1),
    'p50 ms': p50Ms?.toFixed(0) ?? '',
    'p99 ms': p99Ms?.toFixed(0) ?? '',
    'whole s': (wholeMs / 1000).toFixed(1),
    failed: String(failed),
  }));
  printTable(
    `Orders with the scripted gateway, eight at once; notifications (p99 below ${noticeGoalMs} ms)`,
    rows,
  );
}

if (wanted.has('sizes')) printSizes();
const measurements: Record<string, () => void | Promise<void>> = {
  sizes: printSizes,
  server: () => withServer(({ origin }) => printServer(origin)),
  class: printClass,
  exam: printExam,
  examLoad: printExamLoad,
  examRoom: printExamRoom,
  money: printMoney,
  worker: printWorkerStart,
  scroll: printScroll,
  download: printDownload,
  outbox: printDrain,
  memory: printMemory,
  starts: printStarts,
  repeats: printRepeats,
  today: printToday,
  newDevice: printNewDevice,
  library: () => printMemberStarts('library'),
  members: () => printMemberStarts('members'),
  lighthouse: printLighthouse,
};
for (const [name, measure] of Object.entries(measurements)) if (wanted.has(name)) await measure();
const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
console.log(`\n${file}`);
