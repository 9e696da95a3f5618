/** Files a page loads before anything can be shown. */
const linked = /(?:src|href)="(\/assets\/[^"?#]+\.(?:js|css))"/g;

/** Addresses of the scripts and styles that the shell itself asks for. */
export function linkedFiles(html: string): string[] {
  return [...html.matchAll(linked)].map((match) => match[1] ?? '');
}
