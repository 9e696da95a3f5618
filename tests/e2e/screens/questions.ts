/** A learner whose session is open. */
export type Learner = {
  id: number;
  email: string;
  password: string;
  /** Access and refresh token. */
  token: string;
  refresh: string;
  /** How far the server's clock, by which tokens end, is ahead of the browser's, ms. */
  ahead?: number;
};

/** What tests wish for at the server's process. */
export type Question =
  /** A new learner with all that the demo student has done so far. */
  | { ask: 'student' }
  /** A new learner without anything. */
  | { ask: 'newcomer' }
  /** A new learner of age, whose name and number are known. */
  | { ask: 'buyer' }
  /** A new learner with `courses` small courses, 「講座 …」. */
  | { ask: 'collector'; courses: number }
  /** Where browsers find the app: a bank's page leads back there. Answers nothing. */
  | { ask: 'address'; url: string }
  /** A new learner who has entered an exam of the demo with these subjects. */
  | { ask: 'taker'; exam: string; subjects: string[] }
  /**
   * So much time has passed for the server while it ran: no outage. What ends and is marked by itself has been. 0: back to
   * the time that it is. Answers nothing.
   */
  | { ask: 'passed'; ms: number }
  /** Moves the server's clock on by so much, and renews what is due then; 0: back to the time that it is. Answers nothing. */
  | { ask: 'ahead'; ms: number }
  /** A new session of an account that is there. */
  | { ask: 'session'; email: string; password: string };
