export { DetailsPage as Component } from '#features/payment/components/PayPages.tsx';
