import { describe, expect, it } from 'vitest';
import { findUpdate } from './checkUpdate.ts';

const script = { status: 200, headers: { 'content-type': 'text/javascript' } };

/** A server with the given answers for version.json and sw.js. */
function server(version: Response | Error, worker: ResponseInit): typeof fetch {
  return async (input) => {
    if (String(input) === '/sw.js') return new Response('', worker);
    if (version instanceof Error) throw version;
    return version;
  };
}

describe('findUpdate', () => {
  it('is true for another build whose worker is a script', async () => {
    expect(await findUpdate('a', server(Response.json({ build: 'b' }), script))).toEqual({ isUrgent: false });
    const urgent = server(Response.json({ build: 'b', urgent: true }), script);
    expect(await findUpdate('a', urgent)).toEqual({ isUrgent: true });
  });

  it.each([
    ['the same build', Response.json({ build: 'a' }), script],
    [
      'a page in place of the worker',
      Response.json({ build: 'b' }),
      { headers: { 'content-type': 'text/html' } },
    ],
    ['a worker that is not there', Response.json({ build: 'b' }), { ...script, status: 500 }],
    ['a page in place of the version', new Response('<html>'), script],
    ['no version', new Response('', { status: 404 }), script],
    ['no network', new TypeError('failed'), script],
  ])('finds nothing for %s', async (_, version, worker) => {
    expect(await findUpdate('a', server(version, worker))).toBeNull();
  });
});
