/** A window of a lesson, as `npm start` opens it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useSession } from '../support/workbench/session.ts';

describe('a lesson', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);

  test('shows a demo cluster that installs Kata, without a click', async () => {
    session().setUserSettings({ 'osc.demo.startWith': 'two-workers' });
    await session().window('lesson', { sample: 'osc-1.12-aws' }, async ({ tree, statusBar }) => {
      await tree.shows(/demo-two-workers.*\n\s+Kata \| /);
      // The scenario begins without Kata. Later, one node or both have it.
      await statusBar.shows(/kata [012]\/2/);
      assert.match(await tree.text(), /^demo-two-workers/, 'no other cluster is open');
    });
  });
});
