/**
 * A page address with this query is left to the network by the worker: it leads to whatever answers in our place, a
 * Wi-Fi's login page, and back to the app once that is done (offline.md 3.35).
 */
export const networkQuery = 'network';
