export { DetailsPage as Component } from '#features/payment/components/DetailsPage.tsx';
