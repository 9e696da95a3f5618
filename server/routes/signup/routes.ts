import { Hono } from 'hono';
import type { z } from 'zod/mini';
import {
  type SignupVerify,
  signupInputSchema,
  signupResendSchema,
  type signupStartedSchema,
  type signupVerifiedSchema,
  signupVerifySchema,
} from '#contracts/signup.ts';
import { clientNetwork } from '../../clientIp.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { deviceName } from '../../domain/accounts/deviceName.ts';
import { rememberDevice } from '../../domain/accounts/knownDevice.ts';
import { assertGoodPassword } from '../../domain/accounts/passwordRule.ts';
import { hashPassword } from '../../domain/accounts/passwords.ts';
import { hashNetwork } from '../../domain/accounts/secrets.ts';
import { openSession } from '../../domain/accounts/tokens.ts';
import {
  findSignup,
  limits,
  openSealedId,
  type Proof,
  resend,
  sealedId,
  startSignup,
  type Verdict,
  verifySignup,
} from '../../domain/signup/store.ts';
import { ApiError, invalid, rateLimited } from '../../errors.ts';
import { assertMayMail, maskEmail } from '../../mail/limit.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite, hasAnswer } from '../../middleware/write.ts';

type Started = z.input<typeof signupStartedSchema>;
type Verified = z.input<typeof signupVerifiedSchema>;

const over = () =>
  new ApiError(410, 'code_expired', '認証コードの有効期限(30分)が切れました。再送してください。');

/**
 * POST accounts/signup/, …/verify/, …/resend/ (product.md 3.3). Nothing here tells whether an address has an account:
 * the answers and the work are the same, only the mail differs. Limits by network address are for a whole school,
 * because a class may sign up behind one address at the same time.
 */
export function signupRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const starts = rateLimit(deps, { name: 'signup', max: 100, window: 3600 });
  const guesses = rateLimit(deps, { name: 'signup-verify', max: 300, window: 3600 });

  app.post('/', starts, body(signupInputSchema), async (c) => {
    const input = c.req.valid('json');
    assertGoodPassword(input.password, input.email);
    if (!(await hasAnswer(c, deps))) await assertMayMail(c, deps, 'signup', input.email);
    const passwordHash = await hashPassword(input.password, clientNetwork(c, deps.config.trustedProxies));
    return guestWrite<Started>(c, deps, async (tx) => ({
      status: 202,
      body: started(deps, await startSignup(tx, deps, input, passwordHash), input.email),
    }));
  });

  app.post('/resend/', starts, body(signupResendSchema), async (c) => {
    const id = openSealedId(deps, c.req.valid('json').signup_id);
    const row = id && (await findSignup(deps.db, id));
    if (!row || row.verified) throw over();
    if (!(await hasAnswer(c, deps))) {
      const wait = row.resendAt.getTime() - deps.clock.now();
      if (wait > 0) throw rateLimited(wait / 1000);
      await assertMayMail(c, deps, 'signup', row.email);
    }
    return guestWrite<Started>(c, deps, async (tx) => {
      await resend(tx, deps, row);
      return { status: 202, body: started(deps, row.id, row.email) };
    });
  });

  app.post('/verify/', guesses, body(signupVerifySchema), async (c) => {
    const { device, ...input } = c.req.valid('json');
    const proof = proofOf(deps, input);
    if (!proof) throw over();
    const network = clientNetwork(c, deps.config.trustedProxies);
    const place = { device: deviceName(c, device), network: hashNetwork(deps.keys, network) };
    // A wrong code has to be counted, so the refusal is thrown after the transaction.
    const verify = (chosen: string | null) =>
      transaction(deps.db, async (tx) => {
        const verdict = await verifySignup(tx, deps, proof, chosen);
        if (verdict.kind !== 'fits') return { verdict, pair: null };
        return { verdict, pair: await openSession(tx, deps, verdict.user, place) };
      });
    let { verdict, pair } = await verify(null);
    // Hashing takes long, so it comes between the two transactions, when the link is known to be valid.
    if (verdict.kind === 'unowned')
      ({ verdict, pair } = await verify(await chosenPassword(input, verdict.email, network)));
    if (!pair || verdict.kind !== 'fits') throw refusal(verdict);
    rememberDevice(c, deps, verdict.user.email);
    c.header('Cache-Control', 'no-store');
    const answer: Verified = { ...pair, profile_completed: false, redirect: verdict.redirect };
    return c.json(answer);
  });

  return app;
}

function proofOf(deps: Deps, input: SignupVerify): Proof | null {
  const own = input.signup_id === undefined ? null : openSealedId(deps, input.signup_id);
  if (!('code' in input)) return { id: input.uid, token: input.token, isSameBrowser: own === input.uid };
  return own === null ? null : { id: own, code: input.code };
}

/** Hash of the password that the owner of the address sent; throws when it is missing or not good enough. */
async function chosenPassword(input: SignupVerify, email: string, network: string): Promise<string> {
  if ('code' in input || input.password === undefined) {
    const detail = 'メールアドレスを確認しました。パスワードを決めてください。';
    throw new ApiError(400, 'password_required', detail, { data: { email } });
  }
  if (!input.agree_terms) throw invalid({ agree_terms: ['同意が必要です。'] });
  assertGoodPassword(input.password, email);
  return hashPassword(input.password, network);
}

function started(deps: Deps, id: string, email: string): Started {
  return { signup_id: sealedId(deps, id), email_masked: maskEmail(email), resend_after: limits.resendAfter };
}

function refusal(verdict: Verdict): ApiError {
  if (verdict.kind === 'wrong') {
    const { remaining } = verdict;
    const detail = `認証コードが正しくありません。(残り${remaining}回)`;
    return new ApiError(400, 'code_wrong', detail, { fields: { code: [detail] }, data: { remaining } });
  }
  if (verdict.kind === 'taken')
    return new ApiError(409, 'conflict', 'このメールアドレスの登録は完了しています。ログインしてください。');
  return over();
}
