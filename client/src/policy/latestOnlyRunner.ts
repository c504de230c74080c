/** Runs one task at a time. Requests during a run are combined into one more run. */
export interface Latest {
  /** Requests a run. */
  (): void;
}

/**
 * Creates a runner.
 * @param failed called when a run throws
 */
export function createLatestOnlyRunner(run: () => Promise<void>, failed: (error: unknown) => void): Latest {
  let running = false;
  let again = false;
  const start = () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    again = false;
    run()
      .catch(failed)
      .finally(() => {
        running = false;
        if (again) start();
      })
      .catch(failed);
  };
  return start;
}

/** Reports the first error to the user and later ones only to the log. */
export function createOnceReporter(
  tell: (error: unknown) => void,
  log: (error: unknown) => void,
): (error: unknown) => void {
  let told = false;
  return (error) => {
    (told ? log : tell)(error);
    told = true;
  };
}
