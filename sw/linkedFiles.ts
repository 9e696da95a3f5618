/** Files that a page loads before it can show anything. */
const linked = /(?:src|href)="(\/assets\/[^"?#]+\.(?:js|css))"/g;

/** Addresses of the scripts and styles that the page itself names. */
export function linkedFiles(html: string): string[] {
  return [...html.matchAll(linked)].map((match) => match[1] ?? '');
}
