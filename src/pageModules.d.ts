// Lists of route modules by page name, generated from the table of pages (scripts/pagePlugins.ts).

/** Pages of the public site that many visits begin with. */
declare module 'virtual:pages/first' {
  type LoadRoute = import('./app/lazyPage.ts').LoadRoute;
  type PublicName = import('./shared/lib/pages/pageTable.ts').PublicName;
  export const modules: Partial<Record<PublicName, LoadRoute>>;
}

/** The other pages. Kept separate from the route table, which is part of every first page. */
declare module 'virtual:pages/site' {
  type LoadRoute = import('./app/lazyPage.ts').LoadRoute;
  type PublicName = import('./shared/lib/pages/pageTable.ts').PublicName;
  export const modules: Record<PublicName, LoadRoute>;
}

/** Member pages: a list of a hundred files that no guest needs. */
declare module 'virtual:pages/member' {
  type LoadRoute = import('./app/lazyPage.ts').LoadRoute;
  type MemberName = import('./shared/lib/pages/pageTable.ts').MemberName;
  export const modules: Record<MemberName, LoadRoute>;
}
