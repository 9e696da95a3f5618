/** How long an answer of the server may be acted on, ms; as long as it is not asked for again (mirror/client.ts). */
export const confirmedForMs = 5 * 60 * 1000;
