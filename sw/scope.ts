/** A file of the build, as the build writes it into the worker. `tier` 1: needed to start, 2: fetched when idle. */
export type BuildFile = { url: string; revision: string | null; tier?: 1 | 2 };

declare global {
  /** The worker's global scope; TypeScript knows it only as a general worker. */
  interface WorkerGlobalScope {
    readonly __WB_MANIFEST: BuildFile[];
  }
  const __BUILD_ID__: string;
  const __FIRST_SCREENS__: boolean;
  /** `VITE_API_BASE` of the build; empty: the API is on this origin. */
  const __API_BASE__: string;
}

/** The worker, with its correct type. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope;
