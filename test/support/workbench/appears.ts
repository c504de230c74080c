import type { Locator } from 'playwright-core';

/** Whether something comes into view in time. */
export async function appears(locator: Locator, timeout: number): Promise<boolean> {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}
