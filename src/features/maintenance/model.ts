import type { Maintenance } from '#contracts/failure.ts';
import { texts } from './texts.ts';

/** The text of the page; always plain text (session.md 11.3). */
export type MaintenanceText = { title: string; message: string };

/** `title` and `message`; otherwise `detail`; otherwise a default sentence. */
export function describeMaintenance({ title, message, detail }: Maintenance): MaintenanceText {
  return { title: title || texts.title, message: message || detail || texts.message };
}

/** An address in the info becomes a link only if it is an ordinary web address. */
export function contactLink(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}
