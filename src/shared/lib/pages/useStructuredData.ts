import { useEffect, useEffectEvent } from 'react';
import type { StructuredItem } from './structuredData.ts';

/**
 * Tells search engines what the page is about, while it is shown (schema.org). It is invisible, so it is added after
 * the page. `name`: identifies what the items depend on; `address`: the path to show, by default the page's own.
 */
export function useStructuredData(
  name: string,
  make: () => Promise<readonly StructuredItem[]>,
  address?: string,
): void {
  const makeNow = useEffectEvent(async () => {
    const [items, data] = await Promise.all([make(), import('./structuredData.ts')]);
    return () => data.publish(items, address);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for the items
  useEffect(() => {
    let isShown = true;
    let withdraw = () => {};
    const publish = async () => {
      const tell = await makeNow();
      if (isShown) withdraw = tell();
    };
    publish().catch((error: unknown) => console.warn('structured data', error));
    return () => {
      isShown = false;
      withdraw();
    };
  }, [name]);
}
