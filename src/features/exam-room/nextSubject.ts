/** The subject that comes next, and where it begins. */
export type NextSubject = { name: string; to: string };
