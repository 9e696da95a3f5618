import { RefusedUrlError } from '../errors.ts';

/** Kind of a destination: inside the app, or away from it with a full load. */
export type Destination = { kind: 'app' | 'external'; url: string };

/** Options for following an address. */
export type NavigateOptions = { external?: boolean };

const followed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Checks an address before code navigates to it (specification.md 8, "Navigation to an external URL"; session.md 11.7).
 * The address is parsed as the browser would, so that blanks, control characters and backslashes hide nothing.
 *
 * @throws RefusedUrlError for script and data addresses always, for absolute and `//` addresses unless `external`.
 */
export function destinationOf(url: string, { external = false }: NavigateOptions, base: string): Destination {
  const target = URL.canParse(url, base) ? new URL(url, base) : null;
  if (!target || !followed.has(target.protocol)) {
    throw new RefusedUrlError(`Cannot navigate to a URL with '${target?.protocol ?? 'unknown'}' protocol.`);
  }
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(url.trim()) || target.origin !== new URL(base).origin;
  if (!isAbsolute && !/^[\s/\\]*[/\\]{2}/.test(url)) return { kind: 'app', url };
  if (!external) {
    throw new RefusedUrlError(
      'Navigating to an external URL is not allowed by default. Pass `external: true` to allow it.',
    );
  }
  return { kind: 'external', url: target.href };
}
