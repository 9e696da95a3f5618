import { describe, expect, it } from 'vitest';
import { createTestApp } from '#server/testing/createTestApp.ts';
import { testPassword } from '#server/testing/users.ts';
import { inLane, mostWaiting } from './hashLanes.ts';

/** Work that ends when it is told to, and notes in which order it began. */
function held(began: string[]) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const start = (network: string, name = network) =>
    inLane(network, async () => {
      began.push(name);
      await ended;
    }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  return { start, end: () => end() };
}

describe('the lanes of password hashing', () => {
  it('let networks take turns: hundreds of one hold nobody else up', async () => {
    const began: string[] = [];
    const { start, end } = held(began);
    const many = Array.from({ length: 60 }, () => start('many'));
    const others = [start('one'), start('other')];
    end();
    await Promise.all([...many, ...others]);
    const later = began.slice(began.indexOf('many') + 2);
    expect(later.indexOf('one')).toBeLessThan(3);
    expect(later.indexOf('other')).toBeLessThan(4);
  });

  it('refuse the last of the longest line when too many wait, and no one of a short line', async () => {
    const began: string[] = [];
    const { start, end } = held(began);
    const many = Array.from({ length: 2 + mostWaiting + 10 }, (_, turn) => start('many', `many ${turn}`));
    const late = start('late');
    end();
    const outcomes = await Promise.all(many);
    expect(await late).toBe('done');
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(11);
    expect(outcomes.lastIndexOf('done')).toBe(outcomes.indexOf('busy') - 1);
    expect(await start('many')).toBe('done');
  });
});

describe('hundreds of logins at once', () => {
  const login = (app: Awaited<ReturnType<typeof createTestApp>>, email: string, ip: string) =>
    app.call('POST', '/accounts/login/', {
      json: { email, password: testPassword },
      headers: { 'X-Forwarded-For': ip },
    });

  it('of one network leave another one its login, and are refused with a time when they are too many', async () => {
    const app = await createTestApp({ config: { trustedProxies: 1 } });
    const user = await app.createUser();
    let answered = 0;
    const guesses = Array.from({ length: 120 }, async (_, turn) => {
      const answer = await login(app, `nobody${turn}@example.com`, '192.0.2.1');
      if (answer.status === 400) answered += 1;
      return answer;
    });
    // The others come in first: the refused ones answer at once, the rest wait.
    expect((await Promise.race(guesses)).status).toBe(429);
    const honest = await login(app, user.email, '192.0.2.2');
    expect(honest.status).toBe(200);
    expect(answered).toBeLessThan(mostWaiting / 2);
    const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(40);
    expect(refused[0]?.headers.get('Retry-After')).toBe('5');
    expect(await refused[0]?.json()).toMatchObject({
      code: 'busy',
      retry_after: 5,
      detail: 'ただいまアクセスが集中しています。5秒後にもう一度お試しください。',
    });
  });
});
