/** What a test wants a learner to have. */
export type LearnerWish = { courses: number; withMarks: boolean };

/** A learner made for one test. Names are unique. */
export type Learner = {
  id: number;
  email: string;
  password: string;
  courses: { id: number; name: string; inventory: number; lessons: number[] }[];
  /** Title of a notice for members. */
  notice: string;
};

/** What tests wish for at the server's process. */
export type Question =
  | ({ ask: 'learner' } & LearnerWish)
  /** A new session of a learner: its tokens. */
  | { ask: 'session'; user: { id: number; email: string } }
  /** What the operator's command for maintenance does, with the words that follow its name. */
  | { ask: 'maintenance'; words: string[] };
