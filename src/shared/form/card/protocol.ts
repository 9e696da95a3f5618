import { type CardErrors, cardErrorCodes, cardFields } from './cardRules.ts';

/**
 * Protocol between the page and the card frame (money.md 6): one MessageChannel, whose port the page hands over once,
 * together with a nonce that only both know. No message contains the typed input. The frame sends only a token, the
 * last four digits, the expiry, a brand and errors.
 */

/** Look of the frame, the same as of the page around it. */
export type CardLook = { theme: 'light' | 'dark'; scale: string; lang: string };

/** The only message sent through the window; it carries the port. */
export type OpenMessage = { kind: 'open'; nonce: string; look: CardLook };

/** From the page, through the port. `check`: only reports the errors and shows them in the fields; no token is made. */
export type PageMessage =
  | { kind: 'look'; look: CardLook }
  | { kind: 'ask'; id: number }
  | { kind: 'check'; id: number }
  | { kind: 'clear' };

/** What may leave the frame about a card. `expiry`: `YYMM`; `brand`: its name as shown, or empty. */
export type CardToken = { token: string; last4: string; expiry: string; brand: string };

/** From the frame, through the port. */
export type FrameMessage =
  /** The frame is shown; its height in px. */
  | { kind: 'height'; height: number }
  /** The token script is loaded, or cannot be loaded. */
  | { kind: 'ready' }
  | { kind: 'failed' }
  /** The errors of the input, sent when a field is left. */
  | { kind: 'fields'; errors: CardErrors }
  /** Enter was pressed in a field. */
  | { kind: 'enter' }
  /**
   * Answers to `ask`: a token, fields to correct, or a failure that is not the buyer's fault. `wrong` also answers
   * `check`.
   */
  | ({ kind: 'token'; id: number } & CardToken)
  | { kind: 'wrong'; id: number; errors: CardErrors }
  | { kind: 'trouble'; id: number };

/** How long the frame may take until it can make a token, ms (money.md 6). */
export const cardPatienceMs = 10_000;

type Fields = Record<string, unknown>;

function errorsIn(value: unknown): CardErrors {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const known = cardFields.map((field) => [field, cardErrorCodes.find((code) => code === given[field])]);
  return Object.fromEntries(known.filter(([, code]) => code !== undefined));
}

function tokenIn(data: Fields): CardToken | null {
  const { token, last4, expiry, brand } = data;
  const isWhole =
    typeof token === 'string' &&
    token.length > 0 &&
    token.length <= 512 &&
    /^\d{4}$/.test(String(last4)) &&
    /^\d{4}$/.test(String(expiry));
  if (!isWhole) return null;
  return {
    token,
    last4: String(last4),
    expiry: String(expiry),
    brand: typeof brand === 'string' ? brand.slice(0, 20) : '',
  };
}

/** Reads a message of the frame field by field, so that nothing else gets through. `null`: not one of ours. */
export function readFrameMessage(value: unknown): FrameMessage | null {
  if (typeof value !== 'object' || value === null) return null;
  const data = value as Fields;
  const id = Number(data.id);
  switch (data.kind) {
    case 'ready':
    case 'failed':
    case 'enter':
      return { kind: data.kind };
    case 'height': {
      const height = Math.ceil(Number(data.height));
      return height > 0 && height < 2000 ? { kind: 'height', height } : null;
    }
    case 'fields':
      return { kind: 'fields', errors: errorsIn(data.errors) };
    case 'wrong':
      return { kind: 'wrong', id, errors: errorsIn(data.errors) };
    case 'trouble':
      return { kind: 'trouble', id };
    case 'token': {
      const token = tokenIn(data);
      return token ? { kind: 'token', id, ...token } : { kind: 'trouble', id };
    }
    default:
      return null;
  }
}

/** State of the frame as the page knows it. `late`: it did not load in time, or cannot work. */
export type CardState = {
  status: 'waiting' | 'ready' | 'late';
  /** px; 0: not known yet. */
  height: number;
  errors: CardErrors;
};

export const cardStart: CardState = { status: 'waiting', height: 0, errors: {} };

/** The state after a message; `overdue`: the time limit has passed. A frame that loads late is still accepted. */
export function cardAfter(state: CardState, event: FrameMessage | { kind: 'overdue' }): CardState {
  switch (event.kind) {
    case 'ready':
      return { ...state, status: 'ready' };
    case 'failed':
      return { ...state, status: 'late' };
    case 'overdue':
      return state.status === 'waiting' ? { ...state, status: 'late' } : state;
    case 'height':
      return state.height === event.height ? state : { ...state, height: event.height };
    case 'fields':
    case 'wrong':
      return { ...state, errors: event.errors };
    case 'token':
      return { ...state, errors: {} };
    default:
      return state;
  }
}
