// Lists of route modules by the names of the pages, made from the table of pages (scripts/pagePlugins.ts).

/** Pages of the public site that many visits begin with. */
declare module 'virtual:pages/first' {
  type LoadRoute = import('./app/lazyPage.ts').LoadRoute;
  type PublicName = import('./shared/lib/pages/pageTable.ts').PublicName;
  export const modules: Partial<Record<PublicName, LoadRoute>>;
}

/** The others. Apart from the route table, which every first page carries. */
declare module 'virtual:pages/site' {
  type LoadRoute = import('./app/lazyPage.ts').LoadRoute;
  type PublicName = import('./shared/lib/pages/pageTable.ts').PublicName;
  export const modules: Record<PublicName, LoadRoute>;
}

/** Member pages: what they consist of is a list of a hundred files that no guest needs. */
declare module 'virtual:pages/member' {
  type LoadRoute = import('./app/lazyPage.ts').LoadRoute;
  type MemberName = import('./shared/lib/pages/pageTable.ts').MemberName;
  export const modules: Record<MemberName, LoadRoute>;
}
