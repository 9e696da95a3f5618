export { RelayScreen as Component } from '#features/payment/components/RelayScreen.tsx';
