/** Tests of times of the day, which are shown in the time zone of the user. */
import process from 'node:process';
import { afterEach, beforeEach } from 'node:test';

/**
 * Sets the time zone to UTC for each test of a `describe`. Other files share the process, so the tests of this one
 * don't change it for longer.
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
