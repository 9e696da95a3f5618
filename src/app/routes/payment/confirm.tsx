export { ConfirmScreen as Component } from '#features/payment/components/ConfirmScreen.tsx';
