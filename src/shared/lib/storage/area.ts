/** One place that can hold text. `write` tells whether the value is really there afterwards. */
export type Area = {
  read: (key: string) => string | null;
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
};

/** A place that may throw on any touch; it then holds nothing (session.md 2.8). */
export function guarded(area: Area): Area {
  return {
    read: (key) => {
      try {
        return area.read(key);
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        if (area.write(key, value)) return true;
        area.remove(key);
      } catch {
        guarded(area).remove(key);
      }
      return false;
    },
    remove: (key) => {
      try {
        area.remove(key);
      } catch {
        // A place that cannot be written cannot hold the key either.
      }
    },
  };
}

/** localStorage or sessionStorage as a place for text. */
export function webArea(storage: () => Storage): Area {
  return {
    read: (key) => storage().getItem(key),
    write: (key, value) => {
      storage().setItem(key, value);
      return storage().getItem(key) === value;
    },
    remove: (key) => storage().removeItem(key),
  };
}

/** A place that ends with the page. */
export function memoryArea(): Area {
  const values = new Map<string, string>();
  return {
    read: (key) => values.get(key) ?? null,
    write: (key, value) => {
      values.set(key, value);
      return true;
    },
    remove: (key) => {
      values.delete(key);
    },
  };
}

/** Text that this browser keeps; one that keeps nothing forgets it at the next start. */
export const localText = guarded(webArea(() => localStorage));

/** Text that this tab keeps over a reload. */
export const tabText = guarded(webArea(() => sessionStorage));
