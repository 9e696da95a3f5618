export { MethodPage as Component } from '#features/payment/components/PayPages.tsx';
