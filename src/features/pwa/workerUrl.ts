/** The part of Trusted Types that TypeScript's library does not know yet. */
type Policy = { createScriptURL: (url: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

const path = '/sw.js';

/** The address of the worker. If the page accepts only trusted script addresses, the policy `sw-url` approves it. */
export function workerUrl(): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  return factory
    ? factory.createPolicy('sw-url', { createScriptURL: () => path }).createScriptURL(path)
    : path;
}
