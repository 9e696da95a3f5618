/** The engines the scenarios run in. Chromium is the control: what fails there is the scenario's own fault. */
export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** One tab of a browser. Elements are named by CSS; what is not there yet is waited for, 10 s at most. */
export type Tab = {
  /** Loads an address and waits until the page is loaded. */
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  close: () => Promise<void>;
  /** Path, query and fragment on screen. */
  address: () => Promise<string>;
  /** A click of the mouse on the first visible element. */
  click: (css: string) => Promise<void>;
  /** Keys into a field that is emptied before; letters of a keyboard only, Firefox over BiDi has no others. */
  type: (css: string, words: string) => Promise<void>;
  /** What is written in the first element, without waiting; empty when there is none or the page is just loading. */
  text: (css: string) => Promise<string>;
  /** Runs a function in the page and waits for its result. It sees nothing of the test but `arg`. */
  evaluate: <Result, Arg = undefined>(
    script: (arg: Arg) => Result | Promise<Result>,
    ...arg: Arg extends undefined ? [] : [Arg]
  ) => Promise<Result>;
};

/** A browser with a storage of its own. */
export type Engine = {
  readonly name: EngineName;
  tab: () => Promise<Tab>;
  /** Another process of the browser on the same profile. All tabs are gone. */
  restart: () => Promise<void>;
  /** The same after its process was killed in the middle of whatever it did. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The longest wait for an element, ms. */
export const patienceMs = 10_000;
