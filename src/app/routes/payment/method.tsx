export { MethodScreen as Component } from '#features/payment/components/MethodScreen.tsx';
