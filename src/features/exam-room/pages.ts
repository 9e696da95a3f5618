/** Addresses of one subject: its questions, the review, the receipt, and the page to which leaving leads. */
export type ExamPages = { exam: string; check: string; result: string; back: string };
