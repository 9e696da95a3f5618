/**
 * React's way into the page, by a module of React's own file: what the package is made of is then run with that file,
 * in a step of its own (index.html), and not in the middle of the app's start.
 */
export { createRoot, hydrateRoot } from 'react-dom/client';
