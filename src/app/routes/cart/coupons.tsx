export { CouponsScreen as Component } from '#features/cart/components/CouponsScreen.tsx';
