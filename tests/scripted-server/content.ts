/** What the accounts API answers about the learner, as small as the specification allows (session.md 9.2). */
export const plainUser = { id: 1, scope: ['member'] };

/** A purchased course with the fields of specification.md 3. */
export function inventoryItem(id: number, name: string, extra: Record<string, unknown> = {}) {
  return {
    id,
    user: 1,
    product_id: 100 + id,
    created: '2026-04-01T00:00:00Z',
    modified: '2026-04-01T00:00:00Z',
    expire_at: null,
    is_expired: false,
    is_auto_renewal: false,
    is_new: false,
    course: course(id, name),
    ...extra,
  };
}

export function course(id: number, name: string) {
  return {
    id,
    name,
    category: '数学',
    description: '',
    summary: '',
    duration_sum: 600,
    lesson_count: 1,
    orientation: '',
    sample_video: null,
    thumbnail: null,
    textbook_bundle: null,
    whiteboard_bundle: null,
    course_chapter: [],
    created: '2026-04-01T00:00:00Z',
    modified: '2026-04-01T00:00:00Z',
  };
}

export function bookmark(id: number, name: string) {
  return { id, course: course(id, name), is_check: true };
}

export function favorite(id: number, name: string) {
  return {
    id,
    lesson: { id, name: `${name} 第1回`, duration: 60, course: { id, name, thumbnail: null } },
    created: '2026-04-01T00:00:00Z',
  };
}

/** A page of a list with all fields of the inventory's envelope; the other lists have fewer. */
export function listPage(results: unknown[], links: { next?: string | null; previous?: string | null } = {}) {
  return {
    count: results.length,
    current_page: 1,
    max_page: 1,
    complete_count: 0,
    next: null,
    previous: null,
    ...links,
    results,
  };
}
