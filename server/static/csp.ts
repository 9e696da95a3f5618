import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { buildVersion } from './build.ts';

/**
 * Trusted Types policies of the app: DOMPurify's own, the address of the worker file, the addresses of workers that
 * viewers start, and blocks of data for search engines. Nothing else may turn text into HTML or script.
 */
const trustedTypes = ['dompurify', 'structured-data', 'sw-url', 'workbox', 'worker-url'];

/** Where browsers report what the policy blocked (routes/cspReport). */
export const cspReportPath = '/api/csp-report/';
const reportGroup = 'csp';
/** `Reporting-Endpoints` of every page: the group that `report-to` names. Firefox only knows `report-uri`. */
export const reportingEndpoints = `${reportGroup}="${cspReportPath}"`;

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/** Hashes of the inline scripts of a page, as `script-src` wants them. */
export function scriptHashes(html: string): string[] {
  const bodies = [...html.replaceAll('\r\n', '\n').matchAll(inlineScript)].map((match) => match[1] ?? '');
  const filled = bodies.filter((body) => body.trim() !== '');
  return filled.map((body) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`);
}

/** The policy of the app's files. `hashes`: of the inline scripts of the page. */
export function contentPolicy(config: Config, hashes: string[]): string {
  const elsewhere = [
    ...new Set([...config.connectOrigins, ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])]),
  ];
  const sources = (...own: string[]) => [...own, ...elsewhere].join(' ');
  return [
    "default-src 'self'",
    // pdf.js decodes some pictures with WebAssembly.
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${sources("'self'", 'data:', 'blob:')}`,
    `media-src ${sources("'self'", 'blob:')}`,
    "font-src 'self' data:",
    `connect-src ${sources("'self'")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    // The card frame alone (payFrame.ts).
    `frame-src ${config.payment.frameOrigin ?? "'self'"}`,
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes.join(' ')} 'allow-duplicates'`,
    `report-uri ${cspReportPath}`,
    `report-to ${reportGroup}`,
  ].join('; ');
}

/** Answers the policy of the built `index.html`; it is read again after a deployment has replaced the file. */
export function pagePolicy(config: Config): () => Promise<string> {
  const file = join(config.distDir, 'index.html');
  let known = { version: '', policy: contentPolicy(config, []) };
  return async () => {
    const version = await buildVersion(config.distDir);
    if (version !== known.version) {
      const html = version ? await readFile(file, 'utf8') : '';
      known = { version, policy: contentPolicy(config, scriptHashes(html)) };
    }
    return known.policy;
  };
}
