/**
 * React DOM, imported through a module in React's own file. So the code of the package runs together with that file, in
 * its own step (index.html), and not in the middle of the app's start.
 */
export { createRoot, hydrateRoot } from 'react-dom/client';
