/** `/course`: the catalogue, for everybody. */
export { CatalogueScreen as Component } from '#features/catalogue/components/CatalogueScreen.tsx';
