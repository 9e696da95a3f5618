/** Oldest browsers the build is made for: vite.config.ts makes code that these understand. Edge counts as Chrome. */
export const oldestBrowsers = { chrome: 109, safari: 16, firefox: 115 } as const;
