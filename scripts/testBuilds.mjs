/**
 * Builds that only tests use, beside `dist/`: the session tests need the hooks of session.md 18, and most of them no
 * more of the app than session and fetch layer (`dist-bare`, made in a second). In
 * `dist-cross` the bases are names the scripted server exchanges for real origins while it serves the files. Nobody
 * measures their bytes: a quick minifier and light compression do.
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
