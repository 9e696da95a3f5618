const origin = /^(utm_.*|fbclid|gclid|source)$/;

/** Whether a query parameter only says where a visitor came from and does not change the content (offline.md 6.6). */
export function isOriginQuery(name: string): boolean {
  return origin.test(name);
}
