import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import type { LogFields } from '../../log.ts';
import { createTestApp } from '../../testing/createTestApp.ts';

type Line = LogFields & { event: string };

async function setUp() {
  const app = await createTestApp();
  const lines: Line[] = [];
  const log = {
    info: () => undefined,
    error: (event: string, fields?: LogFields) => lines.push({ event, ...fields }),
  };
  const server = createApp({ ...app.deps, log });
  const send = (body: unknown, type = 'application/csp-report') =>
    server.request('/api/csp-report/', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { app, lines, send };
}

const report = (fields: object) => ({
  'csp-report': { 'effective-directive': 'script-src-elem', ...fields },
});

describe('POST /api/csp-report/', () => {
  it('writes a short line of a report in either form, without what is private', async () => {
    const { lines, send } = await setUp();
    const old = report({
      'blocked-uri': 'https://evil.example/steal?name=taro#x',
      'document-uri': 'https://app.example.jp/login?token=secret#private',
      'source-file': 'https://app.example.jp/assets/a.js?x=1',
      'script-sample': 'const mine = "taro@example.jp"',
      referrer: 'https://app.example.jp/mypage?q=taro',
    });
    expect((await send(old)).status).toBe(204);
    const present = [
      { type: 'deprecation', body: {} },
      {
        type: 'csp-violation',
        url: 'https://app.example.jp/mypage/home?secret=1',
        body: {
          effectiveDirective: 'connect-src',
          blockedURL: 'inline',
          documentURL: 'https://app.example.jp/mypage/home?secret=1',
        },
      },
    ];
    expect((await send(present, 'application/reports+json')).status).toBe(204);
    expect(lines).toEqual([
      {
        event: 'csp_violation',
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/login',
        source: 'https://app.example.jp',
      },
      {
        event: 'csp_violation',
        directive: 'connect-src',
        blocked: 'inline',
        page: '/mypage/home',
        source: '?',
      },
    ]);
  });

  it('never writes what was sent as it is', async () => {
    const { lines, send } = await setUp();
    const evil = 'x\n{"level":"error"}\u001b[31m<script>';
    await send(
      report({ 'effective-directive': evil, 'blocked-uri': evil, 'document-uri': `https://a/${evil}` }),
    );
    expect(lines).toEqual([{ event: 'csp_violation', directive: '?', blocked: '?', page: '?', source: '?' }]);
  });

  it('says nothing of extensions', async () => {
    const { lines, send } = await setUp();
    await send(report({ 'blocked-uri': 'chrome-extension://abc/x.js' }));
    await send(report({ 'blocked-uri': 'inline', 'source-file': 'moz-extension://abc/x.js' }));
    expect(lines).toEqual([]);
  });

  it('refuses what is no report, what is too large, and who sends too many', async () => {
    const { lines, send } = await setUp();
    for (const body of ['', '{', 'null', '7', '{"a":1}', '["x"]'])
      expect((await send(body)).status).toBe(400);
    expect((await send(report({}), 'text/plain')).status).toBe(400);
    expect((await send(report({ 'blocked-uri': 'x'.repeat(16 * 1024) }))).status).toBe(413);
    const statuses = [];
    for (let turn = 0; turn < 13; turn += 1) statuses.push((await send(report({}))).status);
    expect(statuses).toEqual([...Array<number>(12).fill(204), 429]);
    expect(lines).toHaveLength(12);
  });

  it('keeps the log short, however many lines are in a report or in an hour', async () => {
    const { app, lines, send } = await setUp();
    const one = { type: 'csp-violation', body: {} };
    for (let turn = 0; turn < 3; turn += 1) {
      await send(Array<object>(90).fill(one), 'application/reports+json');
      app.clock.advance(61_000);
    }
    expect(lines).toHaveLength(100);
    app.clock.advance(3_600_000);
    await send([one], 'application/reports+json');
    expect(lines).toHaveLength(101);
  });
});
