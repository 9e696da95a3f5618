import { memberPages } from './memberPages.ts';
import type { HtmlKind, LayoutName, MemberRow, PageWidth, PublicRow } from './pageRow.ts';
import { notFoundPage, publicPages } from './publicPages.ts';

/**
 * The values that page and worker need from the table of pages. The build replaces this module by its values
 * (scripts/pagePlugins.ts), so that nobody downloads the table; everywhere else it runs as written.
 */

type PublicPages = typeof publicPages;
type MemberPages = typeof memberPages;
type Pages = PublicPages & MemberPages;

/** Name of a public page: the key of its row. */
export type PublicName = keyof PublicPages;
/** Name of a member page: the key of its row. */
export type MemberName = keyof MemberPages;
export type PageName = PublicName | MemberName;

/** Names of the public pages with one kind of HTML. */
type NamesOf<Html extends HtmlKind> = {
  [Name in PublicName]: PublicPages[Name]['html'] extends Html ? Name : never;
}[PublicName];

export type BuiltPage = NamesOf<'built'>;
export type ServedPage = NamesOf<'served'>;
export type FramedPage = NamesOf<'framed'>;

function namesOf<Html extends HtmlKind>(html: Html): readonly NamesOf<Html>[] {
  const names = Object.keys(publicPages) as PublicName[];
  return names.filter((name): name is NamesOf<Html> => publicPages[name].html === html);
}

/** Address patterns by the names of the pages. */
export const patterns = Object.fromEntries(
  Object.entries({ ...publicPages, ...memberPages }).map(([name, { path }]) => [name, path]),
) as { [Name in PageName]: Pages[Name]['path'] };

/** Pages that the build makes in full, so that they can be read before any script (performance.md 4.1). */
export const builtPages = namesOf('built');

/** Addresses of the built pages marked with `isDirect`. */
export const directPages: readonly string[] = Object.values(publicPages).flatMap(
  ({ path, isDirect }: PublicRow) => (isDirect ? [path] : []),
);

/** Addresses of built pages that show something else with one of these names in their query. */
export const ownQueries: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values(publicPages).flatMap(({ path, ownQueries }: PublicRow) =>
    ownQueries ? [[path, ownQueries]] : [],
  ),
);

/** Pages that the server makes from its current data (performance.md 4.1, decisions.md 18). */
export const servedPages = namesOf('served');

/**
 * Pages with personal content. The build makes the part that is the same for everybody, so that their document has a
 * name and words before any script. The rest depends on the address, the session or the device's data. The worker
 * answers these addresses with the shell, as it does for member pages.
 */
export const framedPages = namesOf('framed');

/** Fields of the route table for a page besides its title (`RouteMeta` of src/app/routeMeta.ts). */
export type RouteLook = { layout: LayoutName; frame?: 'public'; width?: PageWidth; auth?: 'guest' };

/**
 * Pages with the same look, with their titles. Field names cost bytes in a guest's first page, so each look is written
 * once.
 */
export type RouteGroup<Name extends PageName> = readonly [
  look: RouteLook,
  titles: Readonly<Partial<Record<Name, string>>>,
];

function grouped<Name extends PageName>(
  rows: readonly (readonly [name: Name, title: string, look: RouteLook])[],
): readonly RouteGroup<Name>[] {
  const looks = [...new Set(rows.map(([, , look]) => JSON.stringify(look)))];
  return looks.map((look) => {
    const members = rows.filter((row) => JSON.stringify(row[2]) === look);
    const titles = Object.fromEntries(members.map(([name, title]) => [name, title]));
    return [JSON.parse(look) as RouteLook, titles as Partial<Record<Name, string>>];
  });
}

/** Routes of the public site. */
export const publicRoutes = grouped(
  Object.entries(publicPages).map(([name, row]) => {
    const { layout = 'default', frame, width, isForGuests }: PublicRow = row;
    const isPublicFrame = layout === 'default' && frame !== 'own';
    return [
      name as PublicName,
      row.title,
      {
        layout,
        ...(isPublicFrame && { frame: 'public' }),
        ...(width && { width }),
        ...(isForGuests && { auth: 'guest' }),
      },
    ] as const;
  }),
);

/** Routes below `/mypage`. */
export const memberRoutes = grouped(
  Object.entries(memberPages).map(([name, row]) => {
    const { layout = 'mypage' }: MemberRow = row;
    return [name as MemberName, row.title, { layout }] as const;
  }),
);

/** Name of an address without a page. */
export const notFoundTitle: string = notFoundPage.title;
