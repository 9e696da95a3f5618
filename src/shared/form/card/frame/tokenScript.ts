import {
  type CardErrors,
  type CardValues,
  digitsOf,
  errorsOfResult,
  expiryOf,
  tidyHolder,
} from '../cardRules.ts';

/** Answer of the token script (its published interface, version 1; money.md 9). */
type TokenResponse = {
  resultCode: string | string[];
  tokenObject?: { token?: string | string[] };
};

/** The global object of the token script. */
type Multipayment = {
  init: (...keys: string[]) => void;
  getToken: (card: Record<string, string>, callback: (response: TokenResponse) => void) => void;
};

declare global {
  interface Window {
    Multipayment?: Multipayment;
    /** The script calls this global function by name. */
    konoCardToken?: (response: TokenResponse) => void;
  }
}

/** Result of a token request; neither errors nor token: the cause is not the input. */
export type TokenResult = { token: string } | { errors: CardErrors };

/** Limit of a token request, ms. */
const patienceMs = 15_000;

/**
 * Loads the gateway's script.
 *
 * @param address from the document, which has it from the server's settings.
 * @throws when it cannot be loaded, or does not define what it should.
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

/** Requests a token from the gateway. The input is sent only there (R8). */
export function askForToken(gateway: Multipayment, values: CardValues): Promise<TokenResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ errors: {} }), patienceMs);
    window.konoCardToken = (response) => {
      clearTimeout(timer);
      resolve(readResponse(response));
    };
    // Some versions call the function by its `name` property.
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
