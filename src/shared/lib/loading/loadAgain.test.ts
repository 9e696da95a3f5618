import { describe, expect, it, vi } from 'vitest';
import { failedModule, loadAgain } from './loadAgain.ts';

const address = 'https://app.example/assets/Textbook-a1b2c3d4.js';

describe('a part that can be asked for again', () => {
  it.each([
    `Failed to fetch dynamically imported module: ${address}`,
    `error loading dynamically imported module: ${address}`,
  ])('finds the module in "%s"', (message) => {
    expect(failedModule(new TypeError(message))).toBe(address);
  });

  it('finds none where the browser does not tell', () => {
    expect(failedModule(new TypeError('Importing a module script failed.'))).toBeNull();
  });

  it('gets past a browser that remembers the failure, from the second try on (offline.md 3.6)', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError(`error loading: ${address}`));
    const bring = vi.fn().mockResolvedValue('part');
    const part = loadAgain<string>(load, bring);
    await expect(part()).rejects.toThrow('error loading');
    expect(bring).not.toHaveBeenCalled();
    expect(await part()).toBe('part');
    expect(bring.mock.calls[0]?.[0]).toMatch(/Textbook-a1b2c3d4\.js\?again=\d+$/);
    expect(await part()).toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is loaded once', async () => {
    const load = vi.fn().mockResolvedValue('part');
    const part = loadAgain<string>(load);
    expect(await Promise.all([part(), part()])).toEqual(['part', 'part']);
    expect(load).toHaveBeenCalledOnce();
  });
});
