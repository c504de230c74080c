/** Promise that a test resolves, to wait for an event or to make others wait. */
export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** Consumer that has no room the first time that it is asked. */
export interface Full {
  /** Returns a promise for room, or undefined if there is room. */
  readonly room: () => Promise<void> | undefined;
  /** Resolves when the consumer was asked for the first time. */
  readonly asked: Promise<void>;
  /** Makes room. */
  readonly free: () => void;
}

export function fullOnce(): Full {
  const [full, free] = [gate(), gate()];
  let asked = 0;
  return {
    room() {
      asked += 1;
      full.open();
      return asked === 1 ? free.passed : undefined;
    },
    asked: full.passed,
    free: free.open,
  };
}
