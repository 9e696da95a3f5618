/**
 * Builds for tests only, beside `dist/`. The session tests need the hooks of session.md 18, and most of them need only
 * session and fetch layer of the app (`dist-bare`, built in a second). In `dist-cross` the base addresses are
 * placeholders that the scripted server replaces by real origins while it serves the files. Their size is not measured,
 * so a quick minifier and light compression are enough.
 */
export const testBuilds = [
  { outDir: 'dist-bare', isQuick: true, config: 'tests/bare-page/vite.config.ts' },
  { outDir: 'dist-probe', isQuick: true, settings: { VITE_PROBE: '1' } },
  {
    outDir: 'dist-cross',
    isQuick: true,
    settings: {
      VITE_PROBE: '1',
      VITE_CREDENTIALS: 'include',
      VITE_API_BASE: 'http://backend.invalid',
      VITE_ACCOUNTS_BASE: 'http://accounts.invalid',
    },
  },
];
