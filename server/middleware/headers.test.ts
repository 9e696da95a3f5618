import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '#server/testing/createTestApp.ts';
import type { Config } from '../config.ts';
import type { AppEnv } from '../deps.ts';
import { onError } from './failure.ts';
import { requestId } from './requestId.ts';
import { timeLimit } from './timeLimit.ts';

describe('every answer', () => {
  it('carries a number and the security headers, errors too', async () => {
    const app = await createTestApp();
    for (const path of [
      '/api/health/',
      '/api/nothing/',
      '/accounts/user/',
      '/media/x.mp4',
      '/',
      '/assets/x.js',
    ]) {
      const { headers } = await app.call('GET', path);
      expect(headers.get('X-Request-Id')).toMatch(/^[2-9A-HJ-NP-Z]{12}$/);
      expect(headers.has('X-Server-Time')).toBe(/^\/(api|accounts)\//.test(path));
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('Permissions-Policy')).toContain('camera=()');
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('Strict-Transport-Security')).toBeNull();
    }
  });

  it('asks for https only where a trusted proxy or the address says https', async () => {
    const header = 'Strict-Transport-Security';
    const https = { headers: { 'X-Forwarded-Proto': 'https' } };
    const behind = await createTestApp({ config: { trustedProxies: 1 } });
    expect((await behind.call('GET', '/api/health/', https)).headers.get(header)).toContain(
      'max-age=31536000',
    );
    expect((await behind.call('GET', '/api/health/')).headers.get(header)).toBeNull();
    const bare = await createTestApp();
    expect((await bare.call('GET', '/api/health/', https)).headers.get(header)).toBeNull();
    expect((await bare.call('GET', 'https://example.com/api/health/')).headers.get(header)).not.toBeNull();
  });
});

describe('https behind proxies', () => {
  const hsts = async (config: Partial<Config>, proto?: string) => {
    const app = await createTestApp({ config });
    const headers: Record<string, string> = proto === undefined ? {} : { 'X-Forwarded-Proto': proto };
    const answer = await app.call('GET', '/api/health/', { headers });
    return answer.headers.has('Strict-Transport-Security');
  };
  const appUrl = 'https://app.example.jp';

  it.each([
    ['one, that says so', { trustedProxies: 1 }, 'https', true],
    ['two that add to the list', { trustedProxies: 2 }, 'https, http', true],
    ['two that both came by https', { trustedProxies: 2 }, 'https,https', true],
    ['three', { trustedProxies: 3 }, 'HTTPS, http, http', true],
    ['two, of which the second passes on the word', { trustedProxies: 2 }, 'https', true],
    ['two, of which the second hides the first', { trustedProxies: 2, appUrl }, 'http', true],
    ['two that say nothing', { trustedProxies: 2, appUrl }, undefined, true],
    ['a word before the proxies, which anybody can write', { trustedProxies: 2 }, 'https, http, http', false],
    ['http from the outside', { trustedProxies: 2 }, 'http, https', false],
    ['none that is trusted', { trustedProxies: 0, appUrl }, 'https', false],
  ])('%s', async (_what, config, proto, isHttps) => {
    expect(await hsts(config, proto)).toBe(isHttps);
  });
});

describe('an unknown address', () => {
  it.each(['/api/', '/api/lms/nothing/', '/api/health', '/accounts/', '/accounts/user', '/accounts/login'])(
    'below the API is a 404 in JSON: %s',
    async (path) => {
      const app = await createTestApp();
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const answer = await app.call(method, path, { headers: { Accept: 'text/html' } });
        expect(answer.status).toBe(404);
        expect(await answer.json()).toMatchObject({ code: 'not_found' });
      }
    },
  );
});

describe('calls from another origin', () => {
  const origin = 'https://app.example.com';
  const ask = { headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' } };

  it('are allowed for configured origins only, on errors too', async () => {
    const app = await createTestApp({ config: { corsOrigins: [origin] } });
    const preflight = await app.call('OPTIONS', '/api/lms/inventory/', ask);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    const refused = await app.call('GET', '/accounts/user/', ask);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    const readable = refused.headers.get('Access-Control-Expose-Headers')?.split(',');
    for (const name of ['Retry-After', 'X-Server-Time', 'Date', 'ETag', 'Content-Range', 'Content-Length'])
      expect(readable).toContain(name);
    const other = await app.call('GET', '/api/health/', { headers: { Origin: 'https://evil.example' } });
    expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('get no permission by default', async () => {
    const app = await createTestApp();
    expect(
      (await app.call('GET', '/api/health/', ask)).headers.get('Access-Control-Allow-Origin'),
    ).toBeNull();
  });
});

describe('long answers of the API', () => {
  const path = '/api/openapi.json';

  it('are packed for whoever takes that', async () => {
    const app = await createTestApp();
    const packed = await app.call('GET', path, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(packed.headers.get('Content-Encoding')).toBe('gzip');
    expect(packed.headers.get('Vary')).toBe('Accept-Encoding');
    const plain = await app.call('GET', path);
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
    const text = await plain.text();
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe(text);
    expect(bytes.length).toBeLessThan(text.length / 4);
  });

  it('stay as they are when they are short or hold tokens', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const headers = { 'Accept-Encoding': 'gzip' };
    for (const short of ['/api/health/', '/accounts/user/']) {
      const answer = await app.call('GET', short, { headers, token: me.token });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Encoding')).toBeNull();
      expect(await answer.json()).toBeTypeOf('object');
    }
  });
});

describe('a failure of ours', () => {
  it('is told by its number only, and logged', async () => {
    const app = await createTestApp();
    const logged: unknown[] = [];
    const api = new Hono<AppEnv>();
    const log = {
      info: () => undefined,
      error: (event: string, fields?: object) => logged.push({ event, ...fields }),
    };
    api.onError(onError({ ...app.deps, log }));
    api.use(requestId);
    api.get('/', async () => {
      await app.db.execute(sql`select ${'a secret value'}::text from no_such_table`);
      return new Response();
    });
    const answer = await api.request('/');
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).not.toMatch(/no_such_table|select|at /);
    const number = answer.headers.get('X-Request-Id');
    expect(JSON.parse(text)).toEqual({
      code: 'server_error',
      detail: `処理を完了できませんでした。時間をおいてお試しください。(受付番号 ${number})`,
      request_id: number,
    });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('no_such_table');
    expect(JSON.stringify(logged)).not.toContain('a secret value');
  });

  it('is a 504 when a call takes too long', async () => {
    const app = await createTestApp({ config: { requestTimeout: 20 } });
    const api = new Hono<AppEnv>();
    api.onError(onError(app.deps));
    api.use(requestId, timeLimit(app.deps));
    const late = new AbortController();
    api.get('/', async (c) => {
      await pause(60_000, undefined, { signal: late.signal }).catch(() => undefined);
      return c.text('too late');
    });
    const answer = await api.request('/');
    late.abort();
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ code: 'timeout' });
  });
});
