import type { Answer, Call } from './answers.ts';
import { inventoryItem, listPage, plainUser } from './content.ts';
import { opaque } from './tokens.ts';

/** Addresses of specification.md 7. */
export const api = {
  login: '/accounts/login/',
  refresh: '/accounts/token/refresh/',
  user: '/accounts/user/',
  logout: '/accounts/logout/',
  inventory: '/api/lms/inventory/',
  bookmark: '/api/lms/bookmark/',
  favorite: '/api/lms/favorite/',
  check: '/api/lms/check/',
  /** An address of nobody, for calls made through the probe. */
  thing: '/api/lms/thing/',
} as const;

/**
 * The smallest good answer to each call of the specification; anything else is an empty object. `courses`: what the
 * lists have said of each course, by id.
 */
export function defaultAnswer({ method, path }: Call, courses: ReadonlyMap<number, unknown>): Answer {
  const item = /^\/api\/lms\/inventory\/(\d+)\/$/.exec(path);
  if (item) {
    const id = Number(item[1]);
    return { json: courses.get(id) ?? inventoryItem(id, `講座${id}`) };
  }
  switch (`${method} ${path}`) {
    case `POST ${api.login}`:
    case `POST ${api.refresh}`:
      return { json: { access_token: opaque('access'), refresh_token: opaque('refresh') } };
    case `GET ${api.user}`:
      return { json: plainUser };
    case `POST ${api.logout}`:
      return { status: 204 };
    case `GET ${api.inventory}`:
    case `GET ${api.bookmark}`:
    case `GET ${api.favorite}`:
    case `GET ${api.check}`:
      return { json: listPage([]) };
    default:
      return { json: {} };
  }
}
