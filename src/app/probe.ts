import { session } from '#shared/lib/account/session.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { type RequestOptions, type RequestResult, request } from '#shared/lib/http/request.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import type { NavigateOptions } from '#shared/lib/pages/navigate.ts';
import type { SessionSnapshot } from '#shared/lib/session/core.ts';
import { go } from './navigator.ts';

/** A call as tests describe it. */
export type ProbeRequest = Pick<RequestOptions, 'method' | 'query' | 'body' | 'slot' | 'isReload'> & {
  url: string;
};

/** The result of a call; `error` is `null` when it succeeded. */
export type ProbeResult = {
  status: number | null;
  data: unknown;
  error: { name: string; message: string } | null;
};

/** The functions of the app that tests can use (session.md 18). */
export type Probe = {
  request: (call: ProbeRequest) => Promise<ProbeResult>;
  go: (url: string, options?: NavigateOptions) => void;
  hasScope: (name: string) => boolean;
  blue: (text: string) => void;
  session: () => SessionSnapshot;
};

declare global {
  interface Window {
    __probe?: Probe;
  }
}

async function probeRequest({ url, ...call }: ProbeRequest): Promise<ProbeResult> {
  try {
    const { status, data }: RequestResult = await request({ path: url, ...call });
    return { status, data, error: null };
  } catch (error) {
    const refusal = error instanceof HttpError ? error : null;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { status: refusal?.status ?? null, data: refusal?.data ?? null, error: { name, message } };
  }
}

/** Puts the probe on the window. Only builds with VITE_PROBE=1 contain it. */
export function installProbe(): void {
  window.__probe = {
    request: probeRequest,
    go: (url, options) => go(url, options),
    hasScope: session.hasScope,
    blue: blueAlert.show,
    session: session.getSnapshot,
  };
}
