export { DetailsScreen as Component } from '#features/payment/components/DetailsScreen.tsx';
