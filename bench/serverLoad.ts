import autocannon from 'autocannon';
import { login } from './api.ts';

type Load = { name: string; requestsPerSec: number; p50Ms: number; p99Ms: number; failed: number };

async function inventoryLoad(origin: string): Promise<Load> {
  const { access_token } = await login(origin);
  const result = await autocannon({
    url: `${origin}/api/lms/inventory/?sort_by_watchhistory=true&page=1`,
    connections: 8,
    duration: 8,
    headers: { authorization: `Bearer ${access_token}` },
  });
  return {
    name: 'GET inventory (6 courses)',
    requestsPerSec: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

/** Makes calls one after the other in each of `lanes` lanes, because each answer has what the next call needs. */
async function inLanes(
  name: string,
  lanes: number,
  perLane: number,
  lane: () => Promise<() => Promise<boolean>>,
) {
  const times: number[] = [];
  let failed = 0;
  const calls = await Promise.all(Array.from({ length: lanes }, lane));
  const start = performance.now();
  await Promise.all(
    calls.map(async (call) => {
      for (let turn = 0; turn < perLane; turn++) {
        const begun = performance.now();
        if (!(await call())) failed += 1;
        times.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { name, requestsPerSec: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failed };
}

const refreshLane = (origin: string) => async () => {
  let { refresh_token } = await login(origin);
  return async () => {
    const response = await fetch(`${origin}/accounts/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: refresh_token }),
    });
    if (response.ok) refresh_token = ((await response.json()) as { refresh_token: string }).refresh_token;
    return response.ok;
  };
};

const loginLane = (origin: string) => async () => () =>
  login(origin).then(
    () => true,
    () => false,
  );

/** Requests per second of the server with its embedded database: inventory, login, refresh. On loopback. */
export async function measureServer(origin: string): Promise<Load[]> {
  return [
    await inventoryLoad(origin),
    await inLanes('POST login (argon2)', 4, 20, loginLane(origin)),
    await inLanes('POST token/refresh', 4, 75, refreshLane(origin)),
  ];
}
