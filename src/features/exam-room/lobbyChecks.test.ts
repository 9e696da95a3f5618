import { describe, expect, it, vi } from 'vitest';
import { isPrepared, type Lobby } from './lobbyChecks.ts';

const lobby: Lobby = {
  ...{ clock: 'ok', store: 'ok', pack: 'ok', share: 1, trouble: null, app: 'ok' },
  sound: 'open',
};

describe('row 36: a listening part begins only after はい', () => {
  it.each(['open', 'asking', 'unheard', 'impossible'] as const)('not while the sound is %s', (sound) => {
    expect(isPrepared({ ...lobby, sound }, true)).toBe(false);
  });

  it('after はい; and a part without sound asks nothing of it', () => {
    expect(isPrepared({ ...lobby, sound: 'ok' }, true)).toBe(true);
    expect(isPrepared(lobby, false)).toBe(true);
  });
});

it.each(['open', 'running', 'bad'] as const)('row 37: not with a pack that is %s', (pack) => {
  expect(isPrepared({ ...lobby, sound: 'ok', pack }, true)).toBe(false);
});

it('row 56: not at an address without https, whose browser has no cryptography', () => {
  vi.stubGlobal('crypto', { getRandomValues: () => undefined });
  expect(isPrepared({ ...lobby, sound: 'ok' }, true)).toBe(false);
  vi.unstubAllGlobals();
  expect(isPrepared({ ...lobby, sound: 'ok' }, true)).toBe(true);
});

it('row 56: what the lobby starts with loads at such an address, so that the lobby can say so', async () => {
  vi.stubGlobal('crypto', { getRandomValues: () => undefined });
  await expect(import('./startFlow.ts')).resolves.toHaveProperty('createStartFlow');
  vi.unstubAllGlobals();
});
