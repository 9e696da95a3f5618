export { MethodPage as Component } from '#features/payment/components/MethodPage.tsx';
