/** Something that a test waits for, or makes others wait for. */
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

/** Somebody without room, the first time that he is asked. */
export interface Full {
  /** To be asked for room: undefined, there is some. */
  readonly room: () => Promise<void> | undefined;
  /** He was asked. */
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
