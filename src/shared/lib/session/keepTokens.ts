import type { Tokens } from '#contracts/accounts.ts';
import { announce } from './channel.ts';
import { core } from './core.ts';
import { tokens } from './tokens.ts';

/** Stores new tokens of the running session, updates the user record's binding and informs other tabs. */
export function keepTokens({ access_token, refresh_token }: Tokens): void {
  tokens.store({ access: access_token, refresh: refresh_token });
  core.keepUser();
  announce('changed');
}
