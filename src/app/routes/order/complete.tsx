/** `/payment/complete` and the pages below it: one screen, by how the order is paid. */
export { CompleteScreen as Component } from '#features/order/components/CompleteScreen.tsx';
