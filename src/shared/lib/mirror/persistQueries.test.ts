import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { env } from '../env.ts';
import { OfflineError } from '../errors.ts';
import { persistQueries } from './persistQueries.ts';

/** A minimal browser storage: its entries are its own properties. */
class Area {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let area: Area;
const clients: QueryClient[] = [];

beforeEach(() => {
  area = new Area();
  vi.stubGlobal('localStorage', area);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
  vi.unstubAllGlobals();
});

/** A visit that begins with the stored answers. */
async function visit(owner = 'guest') {
  const client = new QueryClient();
  clients.push(client);
  const { restored, stop } = persistQueries(client, {
    owner,
    name: 'public',
    shouldKeep: () => true,
    delayMs: 0,
  });
  await restored;
  return { client, stop };
}

/** Stores an answer and ends the visit. */
async function leave(answer: string, owner = 'guest'): Promise<void> {
  const { client, stop } = await visit(owner);
  client.setQueryData(['course'], answer);
  await vi.waitFor(() => expect(JSON.stringify(area)).toContain(answer));
  stop();
}

const own = `query.guest.${env.buildId}.public`;

it('brings back what this build has kept', async () => {
  await leave('講座');
  expect(Object.keys(area)).toEqual([own]);
  expect((await visit()).client.getQueryData(['course'])).toBe('講座');
});

it('brings back an answer without the failure of the last visit: its copy would be an error of no known kind', async () => {
  const { client, stop } = await visit();
  client.setQueryData(['course'], '講座');
  const queryFn = () => Promise.reject(new OfflineError('network'));
  await client.prefetchQuery({ queryKey: ['course'], queryFn, retry: false, staleTime: -1 });
  expect(client.getQueryState(['course'])).toMatchObject({ status: 'error', data: '講座' });
  await vi.waitFor(() => expect(area.getItem(own)).toContain('講座'));
  stop();
  const state = (await visit()).client.getQueryState(['course']);
  expect(state).toMatchObject({ data: '講座', status: 'success', error: null, fetchFailureCount: 0 });
});

it('neither shows nor leaves what another build has kept', async () => {
  await leave('講座');
  const kept = area.getItem(own) ?? '';
  area.removeItem(own);
  area.setItem('query.guest.before.public', kept);
  expect((await visit()).client.getQueryData(['course'])).toBeUndefined();
  expect(Object.keys(area)).not.toContain('query.guest.before.public');
});

it('does not take an answer for its own that says it is of another build', async () => {
  await leave('講座');
  area.setItem(own, (area.getItem(own) ?? '').replace(`"buster":"${env.buildId}"`, '"buster":"before"'));
  expect((await visit()).client.getQueryData(['course'])).toBeUndefined();
});

it('shows nobody what another learner has kept, and leaves it to them', async () => {
  await leave('購入済み', 'u_1');
  expect((await visit('u_2')).client.getQueryData(['course'])).toBeUndefined();
  expect((await visit('guest')).client.getQueryData(['course'])).toBeUndefined();
  expect((await visit('u_1')).client.getQueryData(['course'])).toBe('購入済み');
});

it('writes nothing any more once it was stopped', async () => {
  const { client, stop } = await visit();
  client.setQueryData(['course'], '講座');
  stop();
  client.setQueryData(['course'], 'あとの講座');
  // A later change that has reached the device shows that the delay is over.
  await leave('別の講座', 'u_9');
  // An answer still on its way when the client stopped is not stored either: a logout deleted the rest meanwhile.
  expect(area.getItem(own)).toBeNull();
});
