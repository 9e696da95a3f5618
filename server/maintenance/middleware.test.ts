import { describe, expect, it } from 'vitest';
import { maintenanceSchema } from '#contracts/failure.ts';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { type CommandContext, runCommand } from '../cli/command.ts';
import { dbCommands } from '../cli/registry.ts';
import { endMaintenance } from './store.ts';

async function command(app: TestApp, ...args: string[]) {
  const lines: string[] = [];
  const context: CommandContext = { deps: app.deps, args, cwd: '/', print: (line) => lines.push(line) };
  const exit = await runCommand(dbCommands, 'maintenance', context);
  return { exit, text: lines.join('\n') };
}

describe('maintenance', () => {
  it('answers 503 with the whole info to every API call, the probe included', async () => {
    const app = await createTestApp();
    const me = await app.signIn();
    const on = await command(
      app,
      'on',
      '--title',
      '夜間作業',
      '--message',
      '更新しています。',
      '--until',
      '13:30',
    );
    expect(on.exit).toBe(0);
    app.clock.advance(1000);
    const paths = [
      '/api/health/',
      '/api/lms/inventory/',
      '/api/nothing/',
      '/accounts/user/',
      '/accounts/login/',
    ];
    for (const path of paths) {
      const answer = await app.call(path.endsWith('login/') ? 'POST' : 'GET', path, { token: me.token });
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.headers.get('Retry-After')).toBe('600');
      const body = (await answer.json()) as Record<string, unknown>;
      expect(body).toMatchObject({ code: 'maintenance', request_id: answer.headers.get('X-Request-Id') });
      expect(maintenanceSchema.parse(body)).toEqual({
        title: '夜間作業',
        message: '更新しています。',
        detail: '更新しています。',
        starts_at: '2026-04-10T03:00:00.000Z',
        ends_at: '2026-04-10T04:30:00.000Z',
        affected: [],
        contact_url: null,
      });
    }
  });

  it('begins and ends within a second, in every process', async () => {
    const app = await createTestApp();
    const second = await createTestApp({ besides: app });
    const status = async (server: TestApp) => (await server.call('GET', '/api/health/')).status;
    expect([await status(app), await status(second)]).toEqual([200, 200]);
    await command(app, 'on');
    app.clock.advance(1000);
    expect([await status(app), await status(second)]).toEqual([503, 503]);
    expect((await command(app, 'off')).text).toBe('メンテナンスを終了しました。');
    app.clock.advance(1000);
    expect([await status(app), await status(second)]).toEqual([200, 200]);
  });

  it('leaves media and the files of the app alone', async () => {
    const app = await createTestApp();
    await command(app, 'on');
    app.clock.advance(1000);
    expect((await app.call('GET', '/media/public/none.webp')).status).toBe(404);
    expect((await app.call('GET', '/')).status).not.toBe(503);
  });

  it('says what is on, and that nothing is on', async () => {
    const app = await createTestApp();
    expect((await command(app, 'status')).text).toBe('メンテナンス中ではありません。');
    await command(app, 'on', '--until', '2026-04-11 05:00', '--affected', '動画', '--affected', 'テキスト');
    const { text } = await command(app, 'status');
    expect(text).toContain('メンテナンス中です。');
    expect(text).toContain('4月11日(土) 05:00 の予定');
    await endMaintenance(app.db);
    expect((await command(app, 'off')).text).toBe('メンテナンス中ではありません。');
  });

  it.each([
    [['on', '--until', 'tomorrow'], '--until は 13:30'],
    [['on', '--until', '2026-04-10T11:00+09:00'], '過去の時刻'],
    [['on', '--unknown'], '「--unknown」'],
    [['start'], 'on・off・status'],
    [[], 'on・off・status'],
  ])('explains a mistake: %j', async (args, words) => {
    const app = await createTestApp();
    const { exit, text } = await command(app, ...args);
    expect(exit).toBe(2);
    expect(text).toContain(words);
    expect(text).toContain('maintenance on [--title');
  });
});
