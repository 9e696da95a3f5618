// Incremental runs: stores the hash of all sources of every output (generated.json).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stateFile } from './paths.mjs';

export const fingerprint = (...parts) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

const load = () => (existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {});
let state = load();

/** True when `key` was made from exactly these sources and all its files still exist. */
export function isFresh(key, hash, files) {
  return state[key]?.hash === hash && files.every((file) => existsSync(file));
}

export const remembered = (key) => state[key]?.facts;

export function remember(key, hash, facts) {
  state = load(); // another run may have written in the meantime
  state[key] = facts === undefined ? { hash } : { hash, facts };
  const sorted = Object.fromEntries(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(stateFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
