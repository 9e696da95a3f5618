import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { breakOff } from '../offline-kit/breakOff.ts';

/** One request as the server saw it, body included. */
export type Call = {
  /** Place in the order of arrival at this server, from 1. */
  readonly order: number;
  /** Milliseconds since the server started. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Query as it was sent, with its `?`, or an empty string. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the client went away before the answer was complete. */
  isAborted: boolean;
  /** Whether the answer was sent completely. */
  isAnswered: boolean;
};

/** Calls as short lines, `METHOD path?query`, for comparison. */
export function lines(calls: readonly Call[]): string[] {
  return calls.map(({ method, path, search }) => `${method} ${path}${search}`);
}

/** What the server does with a call. Without anything: 200 and an empty object. */
export type Answer = {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; `headers` may name its type. */
  text?: string;
  /** The answer waits for this promise (see `gate`). */
  after?: Promise<unknown>;
  /**
   * `drop` breaks the connection off before any answer, `silence` never answers, `stall` sends the head and half of
   * the body and then nothing more.
   */
  fate?: 'drop' | 'silence' | 'stall';
};

/** An answer, or what makes one of a call; `nth` counts the calls this rule has met, from 1. */
export type Reply = Answer | ((call: Call, nth: number) => Answer);

/** A promise that a test opens when it wants: what stands behind it waits without any sleep. */
export type Gate = { readonly opened: Promise<void>; open(): void };

export function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

function bodyOf(answer: Answer): string {
  if (answer.text !== undefined) return answer.text;
  if (answer.status === 204) return '';
  return JSON.stringify('json' in answer ? answer.json : {});
}

/**
 * Sends `answer`. Every connection carries one call: a browser repeats by itself what it sent over a connection used
 * before, and that would hide how often the app sends.
 */
export async function send(answer: Answer, call: Call, response: ServerResponse): Promise<void> {
  await answer.after;
  if (response.destroyed || answer.fate === 'silence') return;
  if (answer.fate === 'drop') {
    breakOff(response);
    return;
  }
  const body = Buffer.from(bodyOf(answer));
  const type = answer.text === undefined ? 'application/json' : 'text/html; charset=utf-8';
  const headers: Record<string, string> = { 'content-type': type, 'cache-control': 'no-store' };
  if (answer.status !== 204) headers['content-length'] = String(body.length);
  response.writeHead(answer.status ?? 200, { ...headers, connection: 'close', ...answer.headers });
  if (answer.fate === 'stall') {
    response.write(body.subarray(0, Math.ceil(body.length / 2)));
    return;
  }
  call.isAnswered = true;
  response.end(answer.status === 204 ? undefined : body);
}
