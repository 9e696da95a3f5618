import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { readConfig } from '../config.ts';
import { silentLog } from '../log.ts';
import { noGateway } from '../payment/none.ts';
import { scriptedGateway } from '../payment/open.ts';

const gatewayAt = 'https://pay.example';
const { payment } = readConfig({});

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'konomanavi-frame-'));
  mkdirSync(join(folder, 'pay-frame'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><p>コノマナビ</p>');
  for (const name of ['frame.js', 'frame.css', 'other.js'])
    writeFileSync(join(folder, 'pay-frame', name), `/* ${name} */`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(config: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  return createTestApp({
    gateway: scriptedGateway({ apiBase: gatewayAt, url: gatewayAt }, silentLog),
    ...config,
    config: { distDir: folder, ...config?.config },
  });
}

/** The words of a policy by their directive. */
function directives(policy: string | null): Record<string, string> {
  return Object.fromEntries(
    (policy ?? '').split('; ').map((line) => {
      const [name = '', ...words] = line.split(' ');
      return [name, words.join(' ')];
    }),
  );
}

describe('the card frame', () => {
  it('is a document in a sandbox that runs its own script and the gateway’s, and talks to the gateway alone', async () => {
    const app = await start();
    const answer = await app.call('GET', 'http://app.example/pay-frame/');
    expect(answer.status).toBe(200);
    const { headers } = answer;
    expect(headers.get('Content-Type')).toContain('text/html');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(headers.get('X-Frame-Options')).toBeNull();
    expect(directives(headers.get('Content-Security-Policy'))).toEqual({
      'default-src': "'none'",
      'script-src': `http://app.example/pay-frame/frame.js ${gatewayAt}`,
      'style-src': 'http://app.example/pay-frame/frame.css',
      'connect-src': gatewayAt,
      'frame-src': gatewayAt,
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
      sandbox: 'allow-scripts',
    });
    const html = await answer.text();
    expect(html).toContain(`data-script="${gatewayAt}/`);
    expect(html).toContain('<script src="http://app.example/pay-frame/frame.js"></script>');
    expect(html).not.toMatch(/<script>|<style| on\w+=/);
  });

  it('has two files that a document without an origin may load, and no others', async () => {
    const app = await start();
    for (const [name, type] of [
      ['frame.js', 'text/javascript'],
      ['frame.css', 'text/css'],
    ] as const) {
      const answer = await app.call('GET', `/pay-frame/${name}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toContain(type);
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
      expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
      expect(answer.headers.get('X-Frame-Options')).toBe('DENY');
    }
    expect((await app.call('GET', '/pay-frame/other.js')).status).toBe(404);
    expect((await app.call('GET', '/pay-frame/deeper/')).status).toBe(404);
  });

  it('is the only thing that pages may show in themselves', async () => {
    const page = await (await start()).call('GET', '/', { headers: { Accept: 'text/html' } });
    expect(directives(page.headers.get('Content-Security-Policy'))).toMatchObject({
      'frame-src': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(page.headers.get('X-Frame-Options')).toBe('DENY');
  });

  it('does not exist where no card can be taken', async () => {
    const app = await start({ gateway: noGateway() });
    expect((await app.call('GET', '/pay-frame/')).status).toBe(404);
  });

  it('keeps its origin only when that is not the app’s', async () => {
    const frameOrigin = 'https://card.example';
    const app = await start({
      config: { payment: { ...payment, frameOrigin }, appUrl: 'https://app.example' },
    });
    expect((await app.call('GET', 'https://app.example/pay-frame/')).status).toBe(404);
    const answer = await app.call('GET', `${frameOrigin}/pay-frame/`);
    expect(directives(answer.headers.get('Content-Security-Policy'))).toMatchObject({
      sandbox: 'allow-scripts allow-same-origin',
      'frame-ancestors': 'https://app.example',
      'script-src': `${frameOrigin}/pay-frame/frame.js ${gatewayAt}`,
    });
    const page = await app.call('GET', 'https://app.example/', { headers: { Accept: 'text/html' } });
    expect(directives(page.headers.get('Content-Security-Policy'))['frame-src']).toBe(frameOrigin);
  });

  it('puts nothing into its policy that is no host', async () => {
    const app = await start();
    const answer = await app.call('GET', 'http://a;script-src/pay-frame/').catch(() => null);
    expect(answer?.headers.get('Content-Security-Policy') ?? '').not.toContain('a;script-src');
  });
});
