/** `/payment/error`. */
export { FailedScreen as Component } from '#features/order/components/FailedScreen.tsx';
