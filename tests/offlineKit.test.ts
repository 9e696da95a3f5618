import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BrowserContext } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { closeTabs, watchLasting } from './offline-kit/lasting.ts';
import { ScriptedNetwork } from './offline-kit/network.ts';

it('a network that is reset decides about no request any more', async () => {
  const server = createServer((_, response) => response.end('server'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const network = await ScriptedNetwork.to((server.address() as AddressInfo).port);
  const ask = async () => {
    const call = get({ host: '127.0.0.1', port: network.port, agent: false });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return text(answer);
  };
  try {
    network.decideBy(() => ({ kind: 'answer', status: 200, body: 'decider' }));
    expect(await ask()).toBe('decider');
    await network.reset();
    expect(await ask()).toBe('server');
  } finally {
    await network.disconnect();
    server.close();
  }
});

describe('a browser between two tests', () => {
  /** One whose worker was stopped: a call that waits for the workers would never end. */
  function stoppedBrowser() {
    const closed: string[] = [];
    const context = {
      clock: {},
      pages: () => [{ close: async () => void closed.push('page') }],
      clearPermissions: async () => undefined,
      setOffline: () => Promise.reject(new Error('no worker answers')),
      once: () => undefined,
      on: () => undefined,
    };
    return { context: context as unknown as BrowserContext, closed };
  }

  it('has its tabs closed without a word to its workers', async () => {
    const { context, closed } = stoppedBrowser();
    await closeTabs(context);
    expect(closed).toEqual(['page']);
  });

  it('is not lent again when a test has switched its line', async () => {
    const { context } = stoppedBrowser();
    let isSpoilt = false;
    watchLasting(context, () => {
      isSpoilt = true;
    });
    await expect(context.setOffline(true)).rejects.toThrow();
    expect(isSpoilt).toBe(true);
  });
});
