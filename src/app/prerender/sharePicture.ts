import type { BuiltPage } from '#shared/lib/pages/builtPages.ts';

const wayIn = ['login', 'password', 'signup'] as const satisfies readonly BuiltPage[];

/** Pages of the way in. */
export type WayIn = (typeof wayIn)[number];

/** Whether a page is a form that leads into the app. */
export function isWayIn(name: BuiltPage): name is WayIn {
  return (wayIn as readonly BuiltPage[]).includes(name);
}

/** Pages for which a picture is drawn: nobody sends others the rest. */
export type PicturedPage = Exclude<BuiltPage, WayIn | 'maintenance'>;

/** Size of a picture beside a link, px: what messengers and social networks ask for. */
export const shareSize = { width: 1200, height: 630 };

/** Where the picture beside links to a page lies among the files of the app (scripts/sharePictures.ts). */
export function shareFile(name: PicturedPage): string {
  return `/share/${name}.png`;
}
