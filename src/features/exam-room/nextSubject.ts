/** The next subject, and the address where it begins. */
export type NextSubject = { name: string; to: string };
