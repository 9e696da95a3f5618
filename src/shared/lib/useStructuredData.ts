import { useEffect, useEffectEvent } from 'react';
import type { StructuredItem } from './structuredData.ts';

/**
 * Tells search engines what the page is about, while it is shown (schema.org). Nobody sees it, so it comes after the
 * page. `name`: what the items depend on.
 */
export function useStructuredData(name: string, make: () => Promise<readonly StructuredItem[]>): void {
  const makeNow = useEffectEvent(make);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for the items
  useEffect(() => {
    let isShown = true;
    let withdraw = () => {};
    const publish = async () => {
      const [items, data] = await Promise.all([makeNow(), import('./structuredData.ts')]);
      if (isShown) withdraw = data.publish(items);
    };
    publish().catch((error: unknown) => console.warn('structured data', error));
    return () => {
      isShown = false;
      withdraw();
    };
  }, [name]);
}
