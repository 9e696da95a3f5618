/** Oldest browsers the build supports: vite.config.ts generates code for them. Edge counts as Chrome. */
export const oldestBrowsers = { chrome: 109, safari: 16, firefox: 115 } as const;
