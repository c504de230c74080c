/** Supports tests of times of day, which are displayed in the user's time zone. */
import process from 'node:process';
import { afterEach, beforeEach } from 'node:test';

/**
 * Sets the time zone to UTC for each test of a `describe` and restores it afterwards, because other files share the
 * process.
 */
export function inUtc(): void {
  let zone: string | undefined;
  beforeEach(() => {
    zone = process.env['TZ'];
    process.env['TZ'] = 'UTC';
  });
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
}
