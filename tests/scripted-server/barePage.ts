import { AppPage } from './appPage.ts';
import { api } from './defaults.ts';

/**
 * A tab with session and fetch layer alone (tests/bare-page). It is where it is sent, says whether it knows the learner
 * and what the blue bar says, and follows what the session wants of the address; it has no guard and loads no lists.
 */
export class BarePage extends AppPage {
  /** There are no lists: the start is over when the user has been asked for. */
  override async listsLoaded(): Promise<void> {
    await this.server.arrival('GET', api.user);
    await this.settle();
  }

  /** What the login form does with the session; over when the learner is in, or when the form would say why not. */
  override async logIn(): Promise<void> {
    await this.probeReady();
    await this.page.evaluate(() =>
      window.__bare?.logIn({ email: 'student@example.com', password: 'manabi-2026' }),
    );
  }

  /** What the logout button does with it. */
  async logOut(): Promise<void> {
    await this.page.evaluate(() => window.__bare?.logOut());
  }

  override async newTab(): Promise<BarePage> {
    return new BarePage(await this.context.newPage(), this.server);
  }
}
