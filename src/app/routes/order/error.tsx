/** `/payment/error`. */
export { FailedPage as Component } from '#features/order/components/FailedPage.tsx';
