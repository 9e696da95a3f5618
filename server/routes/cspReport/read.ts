import * as z from 'zod/mini';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { pathForLog } from '../../middleware/requestLog.ts';

/** What is logged of one violation: nothing that somebody typed, and no query, fragment or secret. */
export type Violation = { directive: string; blocked: string; page: string; source: string };

const text = z.catch(z.string(), '');
const old = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
});
const present = z.array(
  z.object({
    type: text,
    body: z.catch(
      z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sourceFile: text }),
      { effectiveDirective: '', blockedURL: '', documentURL: '', sourceFile: '' },
    ),
  }),
);

const unknown = '?';
const words = /^(inline|eval|wasm-eval|self|data|blob|trusted-types-(sink|policy))$/;

/** Only the origin of an address, not what was requested there. */
function originOf(address: string): string {
  if (words.test(address)) return address;
  if (!URL.canParse(address)) return unknown;
  const { origin, protocol } = new URL(address);
  return (origin === 'null' ? protocol : origin).slice(0, 100);
}

/** A page of ours by its path; any other path could be made up to fill the log. */
function pageOf(address: string): string {
  if (!URL.canParse(address)) return unknown;
  const { pathname } = new URL(address);
  return isAppRoute(pathname) ? pathForLog(pathname).slice(0, 100) : unknown;
}

function violation(directive: string, blocked: string, page: string, source: string): Violation {
  return {
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : unknown,
    blocked: originOf(blocked),
    page: pageOf(page),
    source: originOf(source),
  };
}

/** What browser extensions do in a page is not our violation, and we cannot mend it. */
const isExtension = ({ blocked, source }: Violation) => /-extension:/.test(`${blocked} ${source}`);

/** The violations of a report, in either form that browsers send; `null`: it is not a report. */
export function readReport(report: unknown): Violation[] | null {
  const one = old.safeParse(report);
  const many = present.safeParse(report);
  if (!one.success && !many.success) return null;
  const found = one.success
    ? [one.data['csp-report']].map((body) =>
        violation(
          body['effective-directive'] || (body['violated-directive'].split(' ')[0] ?? ''),
          body['blocked-uri'],
          body['document-uri'],
          body['source-file'],
        ),
      )
    : (many.data ?? [])
        .filter(({ type }) => type === 'csp-violation')
        .map(({ body }) =>
          violation(body.effectiveDirective, body.blockedURL, body.documentURL, body.sourceFile),
        );
  return found.filter((entry) => !isExtension(entry));
}
