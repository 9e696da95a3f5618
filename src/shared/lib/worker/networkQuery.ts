/**
 * The worker leaves a page address with this query to the network. It leads to whatever answers in the server's place,
 * such as a Wi-Fi login page, and back to the app afterwards (offline.md 3.35).
 */
export const networkQuery = 'network';
