/** Content types a file may have, by its extension. Any other type at such an address means an error page. */
const types: [ending: RegExp, type: RegExp][] = [
  [/\.m?js$/, /^(text|application)\/(x-)?javascript\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.html$/, /^text\/html\b/],
  [/\.wasm$/, /^application\/wasm\b/],
  [/\.woff2?$/, /^(font\/|application\/(font-|x-font-|octet-stream))/],
  [/\.(png|jpe?g|webp|avif|gif|svg)$/i, /^image\//],
  [/\.pdf$/i, /^application\/pdf\b/],
  [/\.vtt$/i, /^text\/vtt\b/],
];

/** The parts of an answer that the check uses. */
export type Facts = Pick<Response, 'status' | 'type' | 'redirected'> & { headers: Pick<Headers, 'get'> };

/**
 * Whether an answer has what its address promises and may be kept: status 200, our origin, not redirected, the right
 * type. HTML at the address of a script is never kept (offline.md 3.2, 3.3, 3.24, 3.27).
 */
export function isStorable(path: string, answer: Facts): boolean {
  if (answer.status !== 200 || answer.type === 'opaque' || answer.redirected) return false;
  const type = answer.headers.get('content-type') ?? '';
  const wanted = types.find(([ending]) => ending.test(path))?.[1];
  return wanted ? wanted.test(type) : !/^text\/html\b/.test(type);
}
