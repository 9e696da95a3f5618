/** One store for text. `write` tells whether the value is really there afterwards. */
export type Area = {
  read: (key: string) => string | null;
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
};

/** Guards a store that may throw on any access; it then counts as empty (session.md 2.8). */
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
        // A store that cannot be written does not have the key either.
      }
    },
  };
}

/** localStorage or sessionStorage as a store. */
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

/** A store that ends with the page. */
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

/** Text stored in this browser; without storage it is lost at the next start. */
export const localText = guarded(webArea(() => localStorage));

/** Text stored in this tab; it survives a reload. */
export const tabText = guarded(webArea(() => sessionStorage));
