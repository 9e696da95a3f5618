import type { Build } from '../static/build.ts';

/** Start data of the thread that makes pages. `renderer`: address of the program in the build. */
export type ThreadStart = { renderer: string; build: Build & { site: string } };

/** To the thread: make a page; or the answer to its question, `data` or the reason why there is none. */
export type ToThread =
  | { make: number; path: string }
  | { answered: number; data: unknown }
  | { answered: number; refused: string };

/** From the thread: a page, or the reason why there is none; or a question to the API. */
export type FromThread =
  | { made: number; html: string }
  | { made: number; failure: string }
  | { ask: number; path: string };
