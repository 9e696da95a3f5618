/** Build settings (architecture.md 4; session.md 10.1 and 10.3). Read only in shared/lib/env.ts. */
interface ImportMetaEnv {
  readonly VITE_API_BASE?: string;
  readonly VITE_ACCOUNTS_BASE?: string;
  readonly VITE_CREDENTIALS?: string;
  readonly VITE_CSRF_COOKIE?: string;
  readonly VITE_CSRF_HEADER?: string;
  readonly VITE_PROBE?: string;
  readonly VITE_SITE_URL?: string;
}

/** Identity of this build, set by vite.config.ts. */
declare const __BUILD_ID__: string;

/** Whether this build stores first screens, set by vite.config.ts. */
declare const __FIRST_SCREENS__: boolean;
