/** Layouts of specification.md 2; `none` for pages that bring their own frame, such as campaigns. */
export type LayoutName = 'default' | 'custom' | 'lecture' | 'lecturev2' | 'mypage' | 'test' | 'none';

/**
 * How wide a page of the layout `default` is: one column to read or fill in, the width of the site, or from edge to edge
 * for a page that orders its own columns.
 */
export type PageWidth = 'reading' | 'page' | 'full';

/** What the table says of every page. */
type PageRow = {
  /** Address pattern; `:id` and the like stand for one part of it. */
  path: `/${string}`;
  /** Name of the page: in the shell, in the title of the document, for screen readers. */
  title: string;
  /** Its route module below `src/app/routes`, without the ending. */
  module: string;
};

/**
 * A page below `/mypage`: who is not logged in is sent to the login. `layout`: `mypage` unless told. `list: 'settings'`:
 * its module is named in a list of its own, because a visit that goes to a course does not need the settings.
 */
export type MemberRow = PageRow & { layout?: LayoutName; list?: 'settings' };

/**
 * HTML of a public page before any script (performance.md 4.1):
 *
 * - `built`: the build makes it in full;
 * - `served`: the server makes it with what is in the database;
 * - `framed`: the page shows one visitor what is theirs, so the build makes only what is true for everybody.
 */
export type HtmlKind = 'built' | 'served' | 'framed';

/** A page of the public site. */
export type PublicRow = PageRow & {
  html: HtmlKind;
  /**
   * Below the title in search engines and messengers. A served page may leave it out: then `src/app/prerender/heads.ts`
   * takes it from what the page shows.
   */
  description?: string;
  /** Whether search engines may list it (sitemap); the server gives the addresses of a pattern with `:id`. */
  isListed?: boolean;
  /** A picture of its own beside links to it (`scripts/sharePictures.ts`). */
  hasPicture?: boolean;
  /** Who has no scripts is told that the page needs them. */
  needsScript?: boolean;
  /** Search engines are told not to show it at all (`noindex`); framed pages never are shown. */
  isUnlisted?: boolean;
  /** A served page that is itself even without the answers of the API, which the app then asks for again. */
  standsAlone?: boolean;
  /** Made for guests alone: index.html holds its markup back from members until it is known who they are. */
  isHeldBack?: boolean;
  /** Only for guests: who is logged in is sent home (session.md 8.1). */
  isForGuests?: boolean;
  /** `default` unless told. */
  layout?: LayoutName;
  /** `reading` unless told. */
  width?: PageWidth;
  /** `own`: a page of the layout `default` without header and footer of the public site; a learner sees their own. */
  frame?: 'own';
  /** `first`: many visits begin with it, so the route table names its module without a list in between. */
  list?: 'first';
};
