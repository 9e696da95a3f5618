/**
 * Key of the one way back from a bank that a tab keeps (money.md 4.5). A guardian's page and the check of a card share it,
 * because all banks return to the same address: only the last visit counts, and one that was given up leads nobody away.
 */
export const bankWayKey = 'pay.way';
