import { publicPages } from '#shared/lib/pages/publicPages.ts';

type Rows = typeof publicPages;

/** Pages for which a picture is drawn: nobody sends others the rest. */
export type PicturedPage = {
  [Name in keyof Rows]: Rows[Name] extends { hasPicture: true } ? Name : never;
}[keyof Rows];

/** Whether a picture is drawn for a page. */
export function isPictured(name: keyof Rows): name is PicturedPage {
  return 'hasPicture' in publicPages[name];
}

/** Size of a picture beside a link, px: what messengers and social networks ask for. */
export const shareSize = { width: 1200, height: 630 };

/** Where the picture beside links to a page lies among the files of the app (scripts/sharePictures.ts). */
export function shareFile(name: PicturedPage): string {
  return `/share/${name}.png`;
}
