/** Runs that overtake each other: one at a time, and after it one more for all that came meanwhile. */
export interface Latest {
  /** Asks for a run. */
  (): void;
}

/** @param failed is told of a run that threw */
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

/** What failed is said once to the user; when it goes on failing, only to the log. */
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
