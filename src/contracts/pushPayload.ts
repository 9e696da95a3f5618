import { beginningOf } from './letters.ts';
import type { PushKind } from './push.ts';

/**
 * Content of a push message, end-to-end encrypted; the title is the only personal data (product.md 3.9.15). Plain
 * checks instead of a schema, because the service worker reads it and must stay small.
 */
export type PushPayload = {
  kind: PushKind;
  title: string;
  body: string;
  /** Page of the app that a tap opens. */
  path: string;
  /** Messages of the same tag replace each other on screen. */
  tag: string;
  /** Badge of the app icon: number of unread notices. */
  unread: number;
};

/** Reads a message field by field; missing or wrong fields are left out (offline.md 3.85). */
export function readPushPayload(data: unknown): Partial<PushPayload> {
  if (typeof data !== 'object' || data === null) return {};
  const given = data as Record<string, unknown>;
  const text = (name: 'title' | 'body' | 'path' | 'tag') => {
    const value = given[name];
    return typeof value === 'string' && value.trim() !== '' ? { [name]: beginningOf(value, 300) } : {};
  };
  const { kind, unread } = given;
  return {
    ...(kind === 'notice' || kind === 'reminder' ? { kind } : {}),
    ...text('title'),
    ...text('body'),
    ...text('path'),
    ...text('tag'),
    ...(typeof unread === 'number' && Number.isInteger(unread) && unread >= 0 ? { unread } : {}),
  };
}
