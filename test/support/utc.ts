/** Tests of times of the day, which are shown in the time zone of the user. */
import process from 'node:process';
import { after, before } from 'node:test';

/** Sets the time zone to UTC for the tests of a `describe`. Not for longer: other files share the process, and may have made dates by then. */
export function inUtc(): void {
  let zone: string | undefined;
  before(() => {
    zone = process.env['TZ'];
    process.env['TZ'] = 'UTC';
  });
  after(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
}
