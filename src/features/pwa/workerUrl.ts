/** What the type library does not know yet of Trusted Types. */
type Policy = { createScriptURL: (url: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

const path = '/sw.js';

/** The address of the worker, blessed where the page only takes trusted script addresses (policy `sw-url`). */
export function workerUrl(): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  return factory
    ? factory.createPolicy('sw-url', { createScriptURL: () => path }).createScriptURL(path)
    : path;
}
