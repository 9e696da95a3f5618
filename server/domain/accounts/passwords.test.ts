import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

it('stores argon2id with the parameters of OWASP', async () => {
  expect(await hashPassword('manabi', 'here')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

it('fits its own password only, also when many are checked at once', async () => {
  const stored = await hashPassword('manabi', 'here');
  const tried = ['manabi', 'Manabi', '', 'manabi', 'manabi ', 'manabi'];
  const fits = await Promise.all(tried.map((password) => verifyPassword(stored, password, 'here')));
  expect(fits).toEqual([true, false, false, true, false, true]);
});

it('fits nothing without an account', async () => {
  expect(await verifyPassword(null, 'manabi', 'here')).toBe(false);
});

it('goes on after a stored value that is no hash', async () => {
  await expect(verifyPassword('broken', 'manabi', 'here')).rejects.toThrow();
  await expect(verifyPassword('broken', 'manabi', 'here')).rejects.toThrow();
  await expect(verifyPassword('broken', 'manabi', 'here')).rejects.toThrow();
  expect(await verifyPassword(null, 'manabi', 'here')).toBe(false);
});
