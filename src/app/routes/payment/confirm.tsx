export { ConfirmPage as Component } from '#features/payment/components/ConfirmPage.tsx';
