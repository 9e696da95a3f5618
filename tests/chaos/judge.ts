import { wordsOf } from './actor.ts';
import { compare, type Difference, type Found } from './compare.ts';
import type { ChaosDevice } from './device.ts';
import type { Range } from './model.ts';
import type { Player } from './player.ts';
import { readWatches } from './stored.ts';

/** Compares server, devices and model after everything was healed. */
export async function judge(player: Player): Promise<Difference[]> {
  const expected = player.model.expected();
  const places = [await atServer(player)];
  for (const device of player.devices) places.push(await onDevice(player, device));
  const differences = compare(expected, places);
  for (const device of player.devices) {
    differences.push(...(await compareQueue(device, expected.refused[device.number] ?? [])));
    differences.push(...onTheWire(device));
  }
  return differences;
}

/** Nothing waits any more, and what was refused is on screen. */
async function compareQueue(device: ChaosDevice, refusedMarks: string[]): Promise<Difference[]> {
  const queue = (await device.queue()) ?? [];
  const where = `device ${device.number}`;
  const waiting = queue.filter(({ state }) => state !== 'refused');
  const differences: Difference[] = waiting.map(({ entity, state }) => ({
    where,
    what: entity,
    expected: 'sent',
    found: state,
  }));
  const refused = queue.filter(({ state }) => state === 'refused');
  const named = refused.flatMap(({ entity, body }) => markNameOf(entity, body) ?? []).sort();
  const wanted = [...refusedMarks].sort();
  if (named.join() !== wanted.join()) {
    differences.push({ where, what: 'refused marks', expected: wanted.join(', '), found: named.join(', ') });
  }
  const shown = (await device.alive()[0]?.countRefused()) ?? 0;
  if (shown !== refused.length) {
    const [expected, found] = [String(refused.length), String(shown)];
    differences.push({ where, what: 'refused changes on screen', expected, found });
  }
  return differences;
}

function markNameOf(entity: string, body: Record<string, unknown> | null): string | null {
  const [kind] = entity.split(':');
  if (kind === 'bookmark') return 'bookmark';
  if (kind === 'favorite') return `star ${body?.lesson}`;
  return kind === 'check' ? `level ${body?.lesson}` : null;
}

/** What went over the line: every change under a key of its own, one try at a time, no key for two changes. */
function onTheWire(device: ChaosDevice): Difference[] {
  const where = `line of device ${device.number}`;
  const work = /^\/api\/lms\/(bookmark|favorite|check|note)\//;
  const sent = device.link.network.seen().filter(({ method, path }) => method !== 'GET' && work.test(path));
  const bodies = new Map<string, Set<string>>();
  let keyless = 0;
  for (const { method, path, body, headers } of sent) {
    const key = headers['idempotency-key'];
    if (typeof key !== 'string') keyless += 1;
    else bodies.set(key, (bodies.get(key) ?? new Set()).add(`${method} ${path} ${body}`));
  }
  const shared = [...bodies.values()].filter((said) => said.size > 1).map((said) => [...said].join(' and '));
  return [
    ...(keyless > 0
      ? [{ where, what: 'changes without a key', expected: '0', found: `${keyless} of ${sent.length}` }]
      : []),
    ...shared.map((found) => ({ where, what: 'a key', expected: 'one change', found })),
    ...device.link.doubled.map((what) => ({
      where,
      what,
      expected: 'one try at a time',
      found: 'two at once',
    })),
  ];
}

async function atServer({ world, learner }: Player): Promise<Found> {
  const of = `user_id = ${learner.id}`;
  const [bookmarks, stars, levels, notes, watches] = await Promise.all([
    world.rows<{ on: boolean }>(`select is_check as on from bookmarks where ${of}`),
    world.rows<{ id: number; on: boolean }>(`select lesson_id as id, is_on as on from favorites where ${of}`),
    world.rows<{ id: number; level: number }>(`select lesson_id as id, level from checks where ${of}`),
    world.rows<{ body: string }>(`select body from notes where ${of} and deleted_at is null`),
    world.rows<{ id: number; ranges: Range[]; position: number }>(
      `select lesson_id as id, ranges, position from watch_histories where ${of}`,
    ),
  ]);
  return {
    where: 'server',
    marks: new Map<string, number>([
      ...bookmarks.map(({ on }) => ['bookmark', Number(on)] as const),
      ...stars.map(({ id, on }) => [`star ${id}`, Number(on)] as const),
      ...levels.map(({ id, level }) => [`level ${id}`, level] as const),
    ]),
    notes: notes.map(({ body }) => ({ words: wordsOf(body), isRefused: false })),
    watches: new Map(watches.map(({ id, ranges, position }) => [String(id), { ranges, position }])),
  };
}

async function onDevice(player: Player, device: ChaosDevice): Promise<Found> {
  const notes: Found['notes'] = [];
  const marks = new Map<string, number>();
  const screen = await device.tab(0);
  for (const lesson of (player.learner.courses[0]?.lessons ?? []).map(String)) {
    await screen?.openLesson(lesson);
    await device.rest({ isReached: true, isNudged: false });
    const shown = await screen?.read();
    for (const { text, state } of shown?.notes ?? []) {
      notes.push({ words: wordsOf(text), isRefused: state === 'refused' });
    }
    marks.set('bookmark', Number(shown?.isBookmarked));
    marks.set(`star ${lesson}`, Number(shown?.stars[lesson]));
    marks.set(`level ${lesson}`, shown?.levels[lesson] ?? 0);
  }
  const watches = screen ? await readWatches(screen.page) : [];
  return {
    where: `device ${device.number}`,
    marks,
    notes,
    watches: new Map(watches.map(({ lesson, ranges, position }) => [lesson, { ranges, position }])),
  };
}
