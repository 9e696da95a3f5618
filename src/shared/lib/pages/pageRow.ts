/** Layouts of specification.md 2; `none` for pages that bring their own frame, such as campaigns. */
export type LayoutName = 'default' | 'custom' | 'lecture' | 'lecturev2' | 'mypage' | 'test' | 'none';

/**
 * Width of a page of the layout `default`: one column to read or fill in, the width of the site, or the full window for
 * a page with its own columns.
 */
export type PageWidth = 'reading' | 'page' | 'full';

/** Fields of every page. */
type PageRow = {
  /** Address pattern; `:id` and the like stand for one path segment. */
  path: `/${string}`;
  /** Name of the page: in the shell, in the document title, for screen readers. */
  title: string;
  /** Its route module below `src/app/routes`, without the ending. */
  module: string;
};

/**
 * A page below `/mypage`: visitors who are not logged in are sent to the login. `layout`: default `mypage`. `list:
 * 'settings'`: its module is named in a separate list, because a visit to a course does not need the settings.
 */
export type MemberRow = PageRow & { layout?: LayoutName; list?: 'settings' };

/**
 * HTML of a public page before any script runs (performance.md 4.1):
 *
 * - `built`: the build makes all of it;
 * - `served`: the server makes it from the database;
 * - `framed`: the page shows personal content, so the build makes only the part that is the same for everybody.
 */
export type HtmlKind = 'built' | 'served' | 'framed';

/** A page of the public site. */
export type PublicRow = PageRow & {
  html: HtmlKind;
  /**
   * Text below the title in search engines and messengers. A served page may leave it out: then
   * `src/app/prerender/heads.ts` takes it from the page's content.
   */
  description?: string;
  /** Whether search engines may list it (sitemap); for a pattern with `:id` the server supplies the addresses. */
  isListed?: boolean;
  /** Has its own preview picture for links (`scripts/sharePictures.ts`). */
  hasPicture?: boolean;
  /**
   * A built page that a browser with static routes answers without starting the worker (sw/direct.ts): where most visits
   * begin. It is kept at install, so it costs every install its bytes.
   */
  isDirect?: boolean;
  /**
   * Names in the query with which a built page shows something else: then the app renders it in the browser, because the
   * built content would only flash up.
   */
  ownQueries?: readonly string[];
  /** Tells visitors without scripts that the page needs them. */
  needsScript?: boolean;
  /** Search engines must not show it at all (`noindex`); framed pages are never shown. */
  isUnlisted?: boolean;
  /** A served page that is complete even without the answers of the API; the app then fetches them again. */
  standsAlone?: boolean;
  /** Made for guests only: index.html hides its markup from members until the session is known. */
  isHeldBack?: boolean;
  /** Only for guests: logged-in visitors are sent home (session.md 8.1). */
  isForGuests?: boolean;
  /** Default: `default`. */
  layout?: LayoutName;
  /** Default: `reading`. */
  width?: PageWidth;
  /** `own`: a page of the layout `default` without header and footer of the public site; a learner sees their own. */
  frame?: 'own';
  /** `first`: many visits begin with it, so the route table names its module directly. */
  list?: 'first';
};
