/**
 * What stands before a page of the app: the learner's stored first screen (src/features/first-screen), and a page that
 * the build or the server has made as long as React has not taken it over (src/app/prerender).
 */
export const firstScreen = '#first, html:has(link[data-first]) [data-session="pending"]';
