import { env } from '../env.ts';

/** A path of this site as an absolute address, for search engines. */
export function siteAddress(path: string): string {
  return new URL(path, env.siteUrl || location.origin).href;
}
