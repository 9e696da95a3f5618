/** Readers of answers in tests. */

/** An error answer (contracts failureSchema). */
export type FailureBody = {
  code: string;
  detail: string;
  fields?: Record<string, string[]>;
  request_id: string;
};

/** A list's answer; the entries as the test says. */
export type PageBody<Item> = {
  count: number;
  current_page: number;
  max_page: number;
  next: string | null;
  previous: string | null;
  results: Item[];
};

/** The body as the test expects it to be; what is wrong about it shows in the test's own checks. */
export async function bodyOf<Body>(answer: Response | Promise<Response>): Promise<Body> {
  return (await (await answer).json()) as Body;
}

/** Status and error code in one value, for short checks. */
export async function refusalOf(answer: Response | Promise<Response>): Promise<string> {
  const { status } = await answer;
  return `${status} ${(await bodyOf<FailureBody>(answer)).code}`;
}
