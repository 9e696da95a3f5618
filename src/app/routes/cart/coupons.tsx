export { CouponsPage as Component } from '#features/cart/components/CouponsPage.tsx';
