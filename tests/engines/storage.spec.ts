import type { Site } from '../e2e/offline/fixtures.ts';
import type { Tab } from './driver.ts';
import { expect, test } from './fixtures.ts';
import { follow, go, isWarm, logIn, named, part, see, seeLibrary, settle } from './steps.ts';

/** A page of the origin without the app, on which storage can be changed. */
async function beside(tab: Tab, site: Site): Promise<void> {
  site.deployment.write('beside.html', '<!doctype html><title>beside</title>');
  await go(tab, site, '/beside.html');
}

test('50, 51, 60 · databases the browser threw away are noticed, said and filled again', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  await beside(tab, site);
  await tab.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('u_')) continue;
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      });
    }
  });
  await go(tab, site, '/mypage/favorite');
  await see(tab, learner.courses[0]?.name ?? '', part('favorite-item'));
  await expect.poll(() => tab.text(part('storage-line'))).not.toBe('');
});

test('54 · a tab whose database a newer version takes lets go at once and asks to be loaded anew', async ({
  site,
  learner,
  engine,
  tab,
}) => {
  await settle(tab, site, learner);
  await seeLibrary(tab, site, learner);
  const other = await engine.tab();
  await beside(other, site);
  await other.evaluate(async () => {
    const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('u_'));
    const request = indexedDB.open(known?.name ?? '', (known?.version ?? 0) + 10);
    await new Promise<void>((resolve, reject) => {
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    });
    request.result.close();
  });
  await see(tab, '再読み込み', part('storage-notice'));
  await site.shutDown();
  await tab.click(`${part('storage-notice')} button`);
  await see(tab, learner.courses[0]?.name ?? '', 'main');
});

test('58 · a browser that stores nothing: the app works online and says what does not', async ({
  site,
  learner,
  tab,
}) => {
  site.deployment.injectScript(
    `IDBFactory.prototype.open = () => { throw new DOMException('Storage is blocked.', 'InvalidStateError'); };`,
  );
  await logIn(tab, site, learner);
  await isWarm(tab);
  await go(tab, site, '/mypage/bookmark');
  await see(tab, '端末に保存できません', part('storage-line'));
  await tab.click(await named(tab, 'button', 'しおりを付ける'));
  await expect
    .poll(() => site.rows(`select is_check from bookmarks where user_id = ${learner.id}`))
    .toEqual([{ is_check: false }]);
  await follow(tab, '/mypage/course');
  await see(tab, learner.courses[0]?.name ?? '', 'main');
});

test('53 · what a browser lacks is not asked for: without storage manager, locks and sync the app starts', async ({
  site,
  learner,
  tab,
}) => {
  site.deployment.injectScript(
    `for (const name of ['storage', 'locks', 'connection']) Object.defineProperty(navigator, name, { value: undefined });
     delete globalThis.SyncManager; delete globalThis.Notification; delete globalThis.PushManager;`,
  );
  await logIn(tab, site, learner);
  await seeLibrary(tab, site, learner);
  await go(tab, site, '/mypage/settings');
  await see(tab, '設定', 'h1');
});
