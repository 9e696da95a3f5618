/** Readers of answers in tests. */

/** An error answer (contracts failureSchema). */
export type FailureBody = {
  code: string;
  detail: string;
  fields?: Record<string, string[]>;
  request_id: string;
};

/** A list's answer; the test gives the type of its entries. */
export type PageBody<Item> = {
  count: number;
  current_page: number;
  max_page: number;
  next: string | null;
  previous: string | null;
  results: Item[];
};

/** The body with the type that the test expects; the test's own checks find any difference. */
export async function bodyOf<Body>(answer: Response | Promise<Response>): Promise<Body> {
  return (await (await answer).json()) as Body;
}

/** Status and error code in one value, for short checks. */
export async function refusalOf(answer: Response | Promise<Response>): Promise<string> {
  const { status } = await answer;
  return `${status} ${(await bodyOf<FailureBody>(answer)).code}`;
}
