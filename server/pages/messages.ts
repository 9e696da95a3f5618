import type { Build } from '../static/build.ts';

/** What the thread that makes pages is started with. `renderer`: address of the program in the build. */
export type ThreadStart = { renderer: string; build: Build & { site: string } };

/** To the thread: make a page; the answer to what it asked, `data` or why there is none. */
export type ToThread =
  | { make: number; path: string }
  | { answered: number; data: unknown }
  | { answered: number; refused: string };

/** From the thread: a page, or why there is none; a question to the API. */
export type FromThread =
  | { made: number; html: string }
  | { made: number; failure: string }
  | { ask: number; path: string };
