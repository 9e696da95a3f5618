/** Addresses of one subject: its questions, the review, the receipt, and where it is left to. */
export type ExamPages = { exam: string; check: string; result: string; back: string };
