import { paths } from '../pages/paths.ts';

function withOrder(path: string, order: string): string {
  return `${path}?order=${encodeURIComponent(order)}`;
}

/** The page that takes an order through its payment. */
export function relayPath(order: string): string {
  return withOrder(paths.paymentRelay(), order);
}

/** The page that says why an order is not paid. */
export function failedPath(order: string): string {
  return withOrder(paths.paymentError(), order);
}

/** The page of an order that is settled, or whose payment waits for a store or a bank. */
export function donePath(order: string, { method, isOfPlan }: { method: string; isOfPlan: boolean }): string {
  if (isOfPlan) return withOrder(paths.paymentCompleteSubscribe(), order);
  if (method === 'card') return withOrder(paths.paymentCompleteCredit(), order);
  return withOrder(method === 'bank' ? paths.paymentCompleteBank() : paths.paymentComplete(), order);
}
