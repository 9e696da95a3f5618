import {
  type CardErrors,
  type CardValues,
  digitsOf,
  errorsOfResult,
  expiryOf,
  tidyHolder,
} from '../cardRules.ts';

/** What the token script answers (its published interface, version 1; money.md 9). */
type TokenResponse = {
  resultCode: string | string[];
  tokenObject?: { token?: string | string[] };
};

/** What the token script puts into the window. */
type Multipayment = {
  init: (...keys: string[]) => void;
  getToken: (card: Record<string, string>, callback: (response: TokenResponse) => void) => void;
};

declare global {
  interface Window {
    Multipayment?: Multipayment;
    /** The script calls back by a name in the window. */
    konoCardToken?: (response: TokenResponse) => void;
  }
}

/** What asking for a token came to; no errors and no token: it is nobody's fault here. */
export type TokenResult = { token: string } | { errors: CardErrors };

/** How long the maker of tokens may take, ms. */
const patienceMs = 15_000;

/**
 * Loads the gateway's script.
 *
 * @param address from the document, which has it from the server's settings.
 * @throws when it does not come, or is not what it says.
 */
export async function loadTokenScript(address: string, shopId: string): Promise<Multipayment> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The token script did not load.'));
    };
    document.head.append(script);
  });
  const { Multipayment } = window;
  if (!Multipayment) throw new Error('The token script brings nothing.');
  Multipayment.init(shopId);
  return Multipayment;
}

function readResponse({ resultCode, tokenObject }: TokenResponse): TokenResult {
  const codes = (Array.isArray(resultCode) ? resultCode : String(resultCode).split('|')).map(String);
  const token = Array.isArray(tokenObject?.token) ? tokenObject.token[0] : tokenObject?.token;
  if (codes.every((code) => code === '000') && token) return { token };
  return { errors: errorsOfResult(codes) };
}

/** Asks the gateway for a token. What was typed goes to it alone (R8). */
export function askForToken(gateway: Multipayment, values: CardValues): Promise<TokenResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ errors: {} }), patienceMs);
    window.konoCardToken = (response) => {
      clearTimeout(timer);
      resolve(readResponse(response));
    };
    // Some versions call it by the name it has.
    Object.defineProperty(window.konoCardToken, 'name', { value: 'konoCardToken' });
    gateway.getToken(
      {
        cardno: digitsOf(values.number),
        expire: expiryOf(values.expiry) ?? '',
        securitycode: digitsOf(values.code),
        holdername: tidyHolder(values.holder),
        tokennumber: '1',
      },
      window.konoCardToken,
    );
  });
}
