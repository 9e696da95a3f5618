import { publicPages } from '#shared/lib/pages/publicPages.ts';

type Rows = typeof publicPages;

/** Pages with their own picture: nobody shares links to the others. */
export type PicturedPage = {
  [Name in keyof Rows]: Rows[Name] extends { hasPicture: true } ? Name : never;
}[keyof Rows];

/** Whether a page has its own picture. */
export function isPictured(name: keyof Rows): name is PicturedPage {
  return 'hasPicture' in publicPages[name];
}

/** Size of a link preview picture in px, as messengers and social networks require. */
export const shareSize = { width: 1200, height: 630 };

/** Path of a page's preview picture among the files of the app (scripts/sharePictures.ts). */
export function shareFile(name: PicturedPage): string {
  return `/share/${name}.png`;
}
