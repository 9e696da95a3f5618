import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardErrors } from './cardRules.ts';
import {
  type CardLook,
  type CardState,
  type CardToken,
  cardAfter,
  cardPatienceMs,
  cardStart,
  type FrameMessage,
  type OpenMessage,
  type PageMessage,
  readFrameMessage,
} from './protocol.ts';

/** Result of a token request. `trouble`: the gateway's script did not answer, or is not loaded. */
type CardAnswer =
  | ({ kind: 'token' } & CardToken)
  | { kind: 'wrong'; errors: CardErrors }
  | { kind: 'trouble' };

/** Control of the frame for its page. */
export type CardFrameControl = {
  state: CardState;
  /** Address of the document, with the nonce that only this page and the frame know. */
  src: string;
  frame: RefObject<HTMLIFrameElement | null>;
  /** The frame's document has loaded, whichever it is: hands the port over. */
  onLoad: () => void;
  /** Requests a token for the input. Never rejects. */
  ask: () => Promise<CardAnswer>;
  /** The errors of the input; the fields show them too. Never rejects, and makes no token. */
  check: () => Promise<CardErrors>;
  /** Clears the input. */
  clear: () => void;
  /** Loads the frame again. */
  retry: () => void;
  /** Changes with each frame: its React key. */
  nonce: string;
};

/** How long a token may take through frame and gateway, ms. */
const answerMs = 20_000;
/** How long the frame may take to check its fields, ms; this needs no network. */
const checkMs = 2_000;

/**
 * The page's side of the card frame (money.md 6). `url`: of its document, from the server's settings; `look`: the
 * page's look, which the frame follows; `onEnter`: Enter was pressed in a field.
 */
export function useCardFrame({
  url,
  look,
  onEnter,
}: {
  url: string;
  look: CardLook;
  onEnter?: () => void;
}): CardFrameControl {
  const [state, setState] = useState(cardStart);
  const [nonce, setNonce] = useState(() => crypto.randomUUID() as string);
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort | null>(null);
  const waiting = useRef(new Map<number, (answer: CardAnswer) => void>());
  const lastId = useRef(0);

  const settle = (id: number, answer: CardAnswer) => {
    waiting.current.get(id)?.(answer);
    waiting.current.delete(id);
  };

  const take = useEffectEvent((message: FrameMessage) => {
    setState((former) => cardAfter(former, message));
    if (message.kind === 'enter') onEnter?.();
    if (message.kind === 'token') {
      const { id, token, last4, expiry, brand } = message;
      settle(id, { kind: 'token', token, last4, expiry, brand });
    }
    if (message.kind === 'wrong') settle(message.id, { kind: 'wrong', errors: message.errors });
    if (message.kind === 'trouble') settle(message.id, { kind: 'trouble' });
  });

  const post = (message: PageMessage) => port.current?.postMessage(message);

  /** Sends a request and waits for its answer, at most `ms`. */
  const asked = (kind: 'ask' | 'check', ms: number): Promise<CardAnswer> => {
    if (!port.current) return Promise.resolve({ kind: 'trouble' });
    lastId.current += 1;
    const id = lastId.current;
    return new Promise((resolve) => {
      waiting.current.set(id, resolve);
      setTimeout(() => settle(id, { kind: 'trouble' }), ms);
      post({ kind, id });
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with each frame
  useEffect(() => {
    const timer = setTimeout(
      () => setState((former) => cardAfter(former, { kind: 'overdue' })),
      cardPatienceMs,
    );
    return () => {
      clearTimeout(timer);
      port.current?.close();
      port.current = null;
      for (const settleIt of waiting.current.values()) settleIt({ kind: 'trouble' });
      waiting.current.clear();
    };
  }, [nonce]);

  const { theme, scale, lang } = look;
  useEffect(() => {
    port.current?.postMessage({ kind: 'look', look: { theme, scale, lang } } satisfies PageMessage);
  }, [theme, scale, lang]);

  return {
    state,
    src: `${url}#${nonce}`,
    frame,
    nonce,
    onLoad: () => {
      const { contentWindow } = frame.current ?? {};
      // Handed over once: a frame that has navigated elsewhere gets nothing.
      if (!contentWindow || port.current) return;
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        const message = readFrameMessage(data);
        if (message) take(message);
      };
      port.current = channel.port1;
      // Its origin is opaque, so no specific target can be named; the nonce in its address protects the port.
      const open: OpenMessage = { kind: 'open', nonce, look };
      const target = new URL(url, location.href).origin;
      contentWindow.postMessage(open, target === location.origin ? '*' : target, [channel.port2]);
    },
    ask: () => asked('ask', answerMs),
    check: async () => {
      const answer = await asked('check', checkMs);
      return answer.kind === 'wrong' ? answer.errors : {};
    },
    clear: () => post({ kind: 'clear' }),
    retry: () => {
      setState(cardStart);
      setNonce(crypto.randomUUID());
    },
  };
}
