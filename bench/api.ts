const account = { email: 'student@example.com', password: 'manabi-2026' };

/** Logs the demo learner in with plain API calls. */
export async function login(origin: string): Promise<{ access_token: string; refresh_token: string }> {
  const response = await fetch(`${origin}/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`Login answered ${response.status}.`);
  return (await response.json()) as { access_token: string; refresh_token: string };
}

/** Plain API calls as the demo learner; `path` begins with `/`. */
export class Api {
  readonly #origin: string;
  readonly #token: string;

  private constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  static async logIn(origin: string): Promise<Api> {
    return new Api(origin, (await login(origin)).access_token);
  }

  async get<Body>(path: string): Promise<Body> {
    const response = await fetch(this.#origin + path, {
      headers: { authorization: `Bearer ${this.#token}` },
    });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}.`);
    return (await response.json()) as Body;
  }

  /** Posts with an `Idempotency-Key`, as the app does. */
  async post(path: string, body: unknown): Promise<void> {
    const response = await fetch(this.#origin + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}.`);
    await response.arrayBuffer();
  }
}

/** The fields of a purchased course that the measurements need. */
export type Purchase = {
  id: number;
  is_expired: boolean;
  course: {
    id: number;
    name: string;
    lesson_count: number;
    course_chapter: {
      chapter_unit: { unit_lesson: { id: number; name: string; has_video: boolean }[] }[];
    }[];
  };
};

/** The learner's oldest valid purchases: the demo's own, however many were added. */
export async function demoPurchases(api: Api): Promise<Purchase[]> {
  type Page = { count: number; results: Purchase[] };
  const list = '/api/lms/inventory/?page=';
  const { count } = await api.get<Page>(`${list}1`);
  const { results } = await api.get<Page>(`${list}${Math.ceil(count / 20)}`);
  return results.filter((item) => !item.is_expired);
}

/** The lessons of a course in their order. */
export function lessonsOf({ course }: Purchase) {
  return course.course_chapter.flatMap((chapter) => chapter.chapter_unit.flatMap((unit) => unit.unit_lesson));
}
