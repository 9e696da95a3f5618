import { brandOf, type CardErrors, checkCard, digitsOf, expiryOf } from '../cardRules.ts';
import { cardTexts } from '../cardTexts.ts';
import type { CardLook, FrameMessage, OpenMessage, PageMessage } from '../protocol.ts';
import { makeFields } from './fields.ts';
import { askForToken, loadTokenScript } from './tokenScript.ts';

/**
 * The script of the card frame (money.md 6): a separate, sandboxed document. App and frame cannot read each other. They
 * talk through one port that the page hands over once; typed card data never goes through it.
 */
const root = document.documentElement;
/** The nonce that the opening page put into the address. */
const nonce = location.hash.slice(1);

let send: (message: FrameMessage) => void = () => undefined;
const fields = makeFields(
  (errors) => send({ kind: 'fields', errors }),
  () => send({ kind: 'enter' }),
);

function look({ theme, scale, lang }: CardLook): void {
  root.dataset.theme = theme === 'dark' ? 'dark' : 'light';
  root.dataset.scale = scale;
  root.lang = lang;
}

const gateway = { loaded: null as ReturnType<typeof loadTokenScript> | null };

function load(): ReturnType<typeof loadTokenScript> {
  gateway.loaded ??= loadTokenScript(root.dataset.script ?? '', root.dataset.shop ?? '').catch(
    (error: unknown) => {
      gateway.loaded = null;
      throw error;
    },
  );
  return gateway.loaded;
}

/** The errors of the input, also shown in the fields; `null`: none. */
function check(): CardErrors | null {
  const wrong = checkCard(fields.values(), Date.now());
  if (Object.keys(wrong).length === 0) return null;
  fields.show(wrong);
  return wrong;
}

async function answer(id: number): Promise<FrameMessage> {
  const errors = check();
  if (errors) return { kind: 'wrong', id, errors };
  const values = fields.values();
  const result = await askForToken(await load(), values);
  if ('errors' in result) {
    fields.show(result.errors);
    const isTyped = Object.keys(result.errors).length > 0;
    return isTyped ? { kind: 'wrong', id, errors: result.errors } : { kind: 'trouble', id };
  }
  const digits = digitsOf(values.number);
  return {
    kind: 'token',
    id,
    token: result.token,
    last4: digits.slice(-4),
    expiry: expiryOf(values.expiry) ?? '',
    brand: cardTexts.brands[brandOf(digits)],
  };
}

function listen(port: MessagePort): void {
  send = (message) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => {
    if (data.kind === 'look') look(data.look);
    if (data.kind === 'clear') fields.clear();
    if (data.kind === 'check') send({ kind: 'wrong', id: data.id, errors: check() ?? {} });
    if (data.kind === 'ask') answer(data.id).then(send, () => send({ kind: 'trouble', id: data.id }));
  };
  const tellHeight = () => send({ kind: 'height', height: document.body.scrollHeight });
  new ResizeObserver(tellHeight).observe(document.body);
  tellHeight();
  load().then(
    () => send({ kind: 'ready' }),
    () => send({ kind: 'failed' }),
  );
}

/** Accepts a port only from the parent page, only once, and only with the right nonce. */
function open({ data, source, ports }: MessageEvent<OpenMessage | null>): void {
  const [port] = ports;
  if (source !== parent || !port || nonce === '' || data?.kind !== 'open' || data.nonce !== nonce) return;
  removeEventListener('message', open);
  look(data.look);
  listen(port);
}

addEventListener('message', open);
// A page in the page cache (bfcache) must not keep a card.
addEventListener('pagehide', () => fields.clear());
