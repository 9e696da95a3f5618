import { expect } from 'vitest';
import { refusalOf } from './answers.ts';
import type { TestApp } from './createTestApp.ts';
import type { SignedIn } from './users.ts';

type Call = (who: { token?: string; key?: string }) => Promise<Response>;

/** Expects that a member's endpoint refuses guests and expired tokens. It advances the clock. */
export async function expectMembersOnly(app: TestApp, user: SignedIn, call: Call): Promise<void> {
  expect(await refusalOf(call({}))).toBe('401 unauthorized');
  app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
  expect(await refusalOf(call({ token: user.token }))).toBe('401 unauthorized');
}
