const origin = /^(utm_.*|fbclid|gclid|source)$/;

/** Whether a query only says where a visitor came from, and nothing of what they see (offline.md 6.6). */
export function isOriginQuery(name: string): boolean {
  return origin.test(name);
}
