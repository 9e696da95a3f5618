export { ConfirmPage as Component } from '#features/payment/components/PayPages.tsx';
