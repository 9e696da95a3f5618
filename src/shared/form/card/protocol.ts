import { type CardErrors, cardErrorCodes, cardFields } from './cardRules.ts';

/**
 * What the page and the card frame say to each other (money.md 6): through one MessageChannel, whose end the page hands
 * over once, together with a word that only both know. No message holds what is typed: out come a token, the last four
 * digits, the expiry, a brand and what is wrong.
 */

/** How the frame shall look: as the page around it. */
export type CardLook = { theme: 'light' | 'dark'; scale: string; lang: string };

/** The one message that comes through the window, with the port. */
export type OpenMessage = { kind: 'open'; nonce: string; look: CardLook };

/** From the page, through the port. `check`: only what is wrong is told, and shown in the fields; no token is made. */
export type PageMessage =
  | { kind: 'look'; look: CardLook }
  | { kind: 'ask'; id: number }
  | { kind: 'check'; id: number }
  | { kind: 'clear' };

/** What may be known of a card outside of the frame. `expiry`: `YYMM`; `brand`: its name as it is shown, or empty. */
export type CardToken = { token: string; last4: string; expiry: string; brand: string };

/** From the frame, through the port. */
export type FrameMessage =
  /** It stands, so high, px. */
  | { kind: 'height'; height: number }
  /** The script that makes tokens is there, or it does not come. */
  | { kind: 'ready' }
  | { kind: 'failed' }
  /** What is wrong of what was typed, as the fields are left. */
  | { kind: 'fields'; errors: CardErrors }
  /** Enter was pressed in a field. */
  | { kind: 'enter' }
  /** Answers to `ask`: a token; fields that have to be corrected; or neither, and no fault of the buyer. `wrong` answers `check`. */
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

/** Reads a message of the frame: field by field, so that nothing else comes out of it. `null`: it is none of ours. */
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

/** What the page knows of its frame. `late`: it did not come in time, or cannot work. */
export type CardState = {
  status: 'waiting' | 'ready' | 'late';
  /** px; 0: not told yet. */
  height: number;
  errors: CardErrors;
};

export const cardStart: CardState = { status: 'waiting', height: 0, errors: {} };

/** What a message changes of that; `overdue`: the time for it is over. A frame that comes late is still welcome. */
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
