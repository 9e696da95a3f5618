import Bowser from 'bowser';
import type { AppContext } from '../../deps.ts';

/** Longest User-Agent that is looked at. */
const longest = 400;
const systems: Record<string, string> = { macOS: 'Mac', 'Chrome OS': 'Chromebook' };

/**
 * Name of a device for its owner's list: the name it gives itself, else model or system and browser, for example
 * 「iPhone・Safari」; empty for a program.
 */
export function deviceName(c: AppContext, given: string | undefined): string {
  if (given) return given;
  const agent = c.req.header('User-Agent')?.slice(0, longest);
  if (!agent) return '';
  const { browser, os, platform } = Bowser.parse(agent);
  const system = os.name ? (systems[os.name] ?? os.name) : '';
  const place = platform.vendor === 'Apple' && platform.model ? platform.model : system;
  return [place, browser.name].filter(Boolean).join('・').slice(0, 120);
}
