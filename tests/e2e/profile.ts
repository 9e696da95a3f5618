import { Device, type DeviceOptions } from '../offline-kit/device.ts';
import { firstScreen } from './firstScreen.ts';
import type { DemoSite } from './screens/fixtures.ts';
import type { Learner } from './screens/questions.ts';

/** The browser of somebody who is logged in, on a profile that outlives its process. */
export async function profileOf(site: DemoSite, who: Learner, look: DeviceOptions): Promise<Device> {
  const device = new Device({ ...look, reducedMotion: 'reduce' }, firstScreen);
  const { cookies = [] } = site.stateOf(who) as { cookies?: never[] };
  await (await device.context()).addCookies(cookies);
  return device;
}
