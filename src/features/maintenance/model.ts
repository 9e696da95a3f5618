import type { Maintenance } from '#contracts/failure.ts';
import { texts } from './texts.ts';

/** What the page says; always plain text (session.md 11.3). */
export type MaintenanceText = { title: string; message: string };

/** `title` and `message`, else `detail`, else a default sentence. */
export function describeMaintenance({ title, message, detail }: Maintenance): MaintenanceText {
  return { title: title || texts.title, message: message || detail || texts.message };
}

/** An address from the info is offered as a link only when it is an ordinary web address. */
export function contactLink(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}
