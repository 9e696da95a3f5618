import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '../offline-kit/appServer.ts';
import { endProcess } from '../offline-kit/killBrowser.ts';
import { type Engine, patienceMs, type Tab } from './driver.ts';
import { findWebKit, type WebKitPrograms } from './findEngines.ts';

/** The longest wait for a page or for a function that runs in it, ms. */
const commandLimitMs = 30_000;

/** The program that drives WebKit, on a display of its own; one serves many browsers, one after another. */
export type WebKitDriver = { start: () => Promise<Engine>; stop: () => Promise<void> };

/** Starts display and driver. Closing them ends every browser they hold. */
export async function startWebKitDriver(): Promise<WebKitDriver> {
  const programs = findWebKit();
  if (!programs) throw new Error('No WebKitWebDriver, Xvfb, or Python with the bindings of WebKitGTK found.');
  const { display, number } = await startDisplay(programs);
  const port = await freePort();
  // The plain input method: under a Japanese locale the default one takes the keys for those of a Japanese keyboard.
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      ...process.env,
      DISPLAY: `:${number}`,
      LANG: 'ja_JP.UTF-8',
      LC_ALL: '',
      GTK_IM_MODULE: 'gtk-im-context-simple',
      TZ: 'Asia/Tokyo',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await answers(`${address}/status`);
  return {
    start: () => startBrowser(address, programs.python),
    stop: async () => {
      await end(driver);
      await end(display);
    },
  };
}

/** The display says itself which number it took, so that none can clash. */
async function startDisplay(programs: WebKitPrograms): Promise<{ display: ChildProcess; number: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const display = spawn(programs.display, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [said] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
  return { display, number: said.toString().trim() };
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await pause(50);
  }
  throw new Error('WebKitWebDriver does not answer.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A running browser. `ended`: to be called when its processes are gone, so that the driver forgets it. */
type Running = { tab: () => Promise<Tab>; ended: () => Promise<void> };

async function launch(address: string, python: string, profile: string): Promise<Running> {
  const args = [fileURLToPath(new URL('webkitBrowser.py', import.meta.url)), profile];
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'webkitBrowser',
      'webkitgtk:browserOptions': { binary: python, args },
    })
    .build();
  await driver.manage().setTimeouts({ script: commandLimitMs, pageLoad: commandLimitMs });
  const turns = new Turns(driver);
  let isFirst = true;
  return {
    tab: () =>
      turns.run(async () => {
        if (!isFirst) await driver.switchTo().newWindow('window');
        isFirst = false;
        return tabOf(turns, await driver.getWindowHandle());
      }),
    ended: () => driver.quit(),
  };
}

/** Ends the browser on a profile with the processes of its pages, network and storage at once: nothing more is written. */
function killProcesses(profile: string): void {
  const browser = readFileSync(join(profile, 'pid'), 'utf8');
  const children = readFileSync(`/proc/${browser}/task/${browser}/children`, 'utf8');
  for (const id of [browser, ...children.trim().split(' ')]) endProcess(Number(id));
}

async function startBrowser(address: string, python: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'engine-'));
  let browser = await launch(address, python, profile);
  const launchAgain = async () => {
    await browser.ended();
    browser = await launch(address, python, profile);
  };
  return {
    name: 'webkit',
    tab: () => browser.tab(),
    restart: launchAgain,
    kill: async () => {
      killProcesses(profile);
      await launchAgain();
    },
    stop: async () => {
      await browser.ended();
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** WebDriver talks to one window at a time: commands of several tabs wait for each other. */
class Turns {
  readonly driver: WebDriver;
  #last: Promise<unknown> = Promise.resolve();

  constructor(driver: WebDriver) {
    this.driver = driver;
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** In a window. */
  at<Result>(window: string, work: (driver: WebDriver) => Promise<Result>): Promise<Result> {
    return this.run(async () => {
      await this.driver.switchTo().window(window);
      return work(this.driver);
    });
  }
}

function tabOf(turns: Turns, window: string): Tab {
  const at = <Result>(work: (driver: WebDriver) => Promise<Result>) => turns.at(window, work);
  return {
    open: (url) => at((driver) => driver.get(url)),
    reload: () => at((driver) => driver.navigate().refresh()),
    close: () => at((driver) => driver.close()),
    address: () =>
      at(async (driver) => {
        const { href, origin } = new URL(await driver.getCurrentUrl());
        return href.slice(origin.length);
      }),
    click: (css) =>
      onElement(at, css, async (element) => {
        await standsFree(element);
        await press(element);
      }),
    type: (css, words) =>
      onElement(at, css, async (element) => {
        await element.clear();
        await element.sendKeys(words);
      }),
    text: (css) =>
      at((driver) =>
        driver.executeScript<string>('return document.querySelector(arguments[0])?.innerText ?? ""', css),
      ).catch(() => ''),
    evaluate: ((script: (arg: unknown) => unknown, arg: unknown) =>
      at((driver) => evaluate(driver, script.toString(), arg))) as Tab['evaluate'],
  };
}

/** An element may be replaced between finding and using it, then it is looked for again. */
async function onElement(
  at: <Result>(work: (driver: WebDriver) => Promise<Result>) => Promise<Result>,
  css: string,
  use: (element: WebElement) => Promise<void>,
): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let failure: unknown; ; ) {
    try {
      return await at(async (driver) => use(await visible(driver, css)));
    } catch (error) {
      failure = error;
    }
    if (performance.now() > until) throw new Error(`${css}: cannot be used`, { cause: failure });
    await pause(100);
  }
}

/**
 * A click of WebDriver presses and lets go at a point of the window: an element that moves in between, as a page does
 * that is still growing, or that another one covers would not get it.
 *
 * @throws when it does not stand still and free.
 */
async function standsFree(element: WebElement): Promise<void> {
  const script = `
    const { x, y, width, height } = arguments[0].getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return arguments[0].contains(hit) ? [x, y, width, height].join(' ') : null;`;
  const place = () => element.getDriver().executeScript<string | null>(script, element);
  const before = await place();
  await pause(100);
  if (before === null || before !== (await place())) throw new Error('It moves, or something lies over it.');
}

/**
 * The page may still grow between the two halves of a press. Then the browser tells nobody of a click, and a person would
 * press again.
 *
 * @throws when the press did not reach the element.
 */
async function press(element: WebElement): Promise<void> {
  const driver = element.getDriver();
  await driver.executeScript(
    'arguments[0].addEventListener("click", () => { arguments[0].isPressed = true; }, { once: true, capture: true })',
    element,
  );
  await element.click();
  // An element that is not there any more, as a link that led to another page, was pressed.
  const isPressed = await driver
    .executeScript<boolean>('return arguments[0].isPressed === true', element)
    .catch(() => true);
  if (!isPressed) throw new Error('The press did not reach it.');
}

async function visible(driver: WebDriver, css: string): Promise<WebElement> {
  for (const element of await driver.findElements(By.css(css))) {
    if (!(await element.isDisplayed())) continue;
    await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
    return element;
  }
  throw new Error(`${css}: not there`);
}

type Outcome = { value?: unknown; error?: string };

async function evaluate(driver: WebDriver, script: string, arg: unknown): Promise<unknown> {
  const outcome = await driver.executeAsyncScript<Outcome>(
    `const [arg, done] = arguments;
     Promise.resolve().then(() => (${script})(arg)).then(
       (value) => done({ value }),
       (error) => done({ error: String(error) }));`,
    arg ?? null,
  );
  if (outcome.error !== undefined) throw new Error(outcome.error);
  return outcome.value ?? undefined;
}
