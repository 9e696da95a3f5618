/**
 * Settings of this build, read once. Nothing else in the app reads `import.meta.env`, except one line in main.tsx that
 * the bundler must be able to remove (session.md 18, VITE_PROBE).
 */
const settings: Partial<ImportMetaEnv> = import.meta.env ?? {};

function base(value: string | undefined): string {
  return (value ?? '').replace(/\/+$/, '');
}

function credentialsMode(value: string | undefined): RequestCredentials {
  return value === 'include' || value === 'omit' ? value : 'same-origin';
}

/** The settings. `apiBase`, `accountsBase` and `siteUrl` never end in a slash; empty means this origin. */
export const env = {
  apiBase: base(settings.VITE_API_BASE),
  accountsBase: base(settings.VITE_ACCOUNTS_BASE ?? settings.VITE_API_BASE),
  /** Public address of the site for search engines and messengers, whatever host serves this copy. */
  siteUrl: base(settings.VITE_SITE_URL),
  credentials: credentialsMode(settings.VITE_CREDENTIALS),
  csrfCookie: settings.VITE_CSRF_COOKIE || 'XSRF-TOKEN',
  csrfHeader: settings.VITE_CSRF_HEADER || 'X-XSRF-TOKEN',
  /** `dev` outside a build. */
  buildId: typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'dev',
} as const;
