import { createObservable } from '../observable/observable.ts';

/** How many hand-ins the server has confirmed to this page: marks and review cards follow within seconds. */
export const handIns = createObservable(0);
