/** Locks of one browser (`navigator.locks`): first come, first served; a tab that ends lets go of all. */
export type Locks = ReturnType<typeof createLocks>;

type Options = { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal };
type Callback = (lock: object | null) => unknown;
/** `run` does something as the tab that asked, unless that is gone. */
export type Owner = { run(work: () => void): void };
type Wish = { owner: Owner; grant(): void };
type Held = { owner: Owner; lose(): void };

export function createLocks() {
  const held = new Map<string, Held>();
  const waiting = new Map<string, Wish[]>();

  const next = (name: string) => {
    const wish = held.has(name) ? undefined : waiting.get(name)?.shift();
    wish?.grant();
  };

  const hold = (name: string, owner: Owner, callback: Callback): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const mine: Held = { owner, lose: () => reject(new DOMException('stolen', 'AbortError')) };
      held.set(name, mine);
      const end = () => {
        if (held.get(name) !== mine) return;
        held.delete(name);
        next(name);
      };
      owner.run(() => {
        Promise.resolve(callback({ name })).then(
          (value) => {
            end();
            resolve(value);
          },
          (error: unknown) => {
            end();
            reject(error);
          },
        );
      });
    });

  return {
    request(owner: Owner, name: string, options: Options, callback: Callback): Promise<unknown> {
      const former = held.get(name);
      if (former && options.steal) {
        held.delete(name);
        former.lose();
        return hold(name, owner, callback);
      }
      if (!former) return hold(name, owner, callback);
      if (options.ifAvailable) return Promise.resolve(callback(null));
      return new Promise((resolve, reject) => {
        const list = waiting.get(name) ?? [];
        const wish: Wish = { owner, grant: () => void hold(name, owner, callback).then(resolve, reject) };
        waiting.set(name, [...list, wish]);
        options.signal?.addEventListener('abort', () => {
          const left = waiting.get(name) ?? [];
          if (!left.includes(wish)) return;
          waiting.set(
            name,
            left.filter((one) => one !== wish),
          );
          reject(new DOMException('given up', 'AbortError'));
        });
      });
    },
    /** A tab has ended. */
    forget(owner: Owner): void {
      for (const [name, list] of waiting)
        waiting.set(
          name,
          list.filter((wish) => wish.owner !== owner),
        );
      for (const [name, one] of [...held]) {
        if (one.owner !== owner) continue;
        held.delete(name);
        next(name);
      }
    },
  };
}
