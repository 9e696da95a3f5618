import { env } from '#shared/lib/env.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { firstScreenAt, hasFirstScreens } from '#shared/lib/worker/firstScreen.ts';
import { readScreen } from './readScreen.ts';
import { keptShell, mayStore, type Owner, storeScreen } from './store.ts';

/** A screen counts as settled when nothing on it has changed for this long, ms. */
const stillMs = 1000;

/**
 * Stores the learner's library, home and last lecture for the next start (performance.md 4.2). A screen is stored each
 * time it has settled. Returns how to stop.
 *
 * @param shownAddress the address of the page on the screen; `null` while another page is loading.
 */
export function keepScreens(owner: Owner, shownAddress: () => string | null): () => void {
  if (!hasFirstScreens) return () => undefined;
  const root = document.getElementById('root');
  if (!root || typeof caches === 'undefined' || !navigator.serviceWorker) return () => undefined;
  const keeper = new Keeper(root, owner, shownAddress);
  keeper.start();
  return () => keeper.stop();
}

class Keeper {
  readonly #root: HTMLElement;
  readonly #owner: Owner;
  readonly #shownAddress: () => string | null;
  readonly #watcher = new MutationObserver(() => this.#wait());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = '';
  #isStopped = false;

  constructor(root: HTMLElement, owner: Owner, shownAddress: () => string | null) {
    this.#root = root;
    this.#owner = owner;
    this.#shownAddress = shownAddress;
  }

  start(): void {
    this.#watcher.observe(this.#root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    // A page may settle before its worker is there. It is checked again once the worker is there.
    navigator.serviceWorker.addEventListener('controllerchange', this.#wait);
    void navigator.serviceWorker.ready.then(this.#wait);
    addEventListener('scrollend', this.#wait);
    this.#wait();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#watcher.disconnect();
    navigator.serviceWorker.removeEventListener('controllerchange', this.#wait);
    removeEventListener('scrollend', this.#wait);
  }

  readonly #wait = (): void => {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => whenIdle(() => void this.#look().catch(warn)), stillMs);
  };

  /** The address of a complete screen: scrolled to the top, nothing loading, no dialog open. */
  #wholeScreen(): URL | null {
    const main = this.#root.querySelector('main');
    const isBusy = this.#root.querySelector('[aria-busy="true"], dialog[open], [role="dialog"]') !== null;
    if (isBusy || scrollY > 0 || !main?.innerText.trim() || document.getElementById('first')) return null;
    const address = location.pathname + location.search;
    return this.#shownAddress() === address ? new URL(location.href) : null;
  }

  async #look(): Promise<void> {
    if (this.#isStopped || !navigator.serviceWorker.controller || !mayStore(this.#owner)) return;
    const url = this.#wholeScreen();
    const screen = url && firstScreenAt(url, env.buildId);
    if (!screen || !(await keptShell()) || this.#isStopped) return;
    const parts = readScreen(this.#root);
    const content = [screen.address, parts.title, parts.markup, parts.style].join('\n');
    if (content === this.#last) return;
    if (await storeScreen(screen, this.#owner, parts)) this.#last = content;
  }
}

function warn(error: unknown): void {
  console.warn('first screen: not stored', error);
}
