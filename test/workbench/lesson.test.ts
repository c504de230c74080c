/** A window of a lesson, as `npm start` opens it: the demo cluster is there, shown, and kata is being installed in it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testSettings } from '../../scripts/lib/vscodeSettings.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView } from '../support/workbench/tree.ts';
import { startUp } from '../support/workbench/workbench.ts';

const session = useSession(() => ({ settings: { ...testSettings, 'osc.demo.startWith': 'two-workers' } }));

describe('a lesson', { timeout: 900_000 }, () => {
  test('the demo cluster is shown by itself, installs kata, and is done', () =>
    session().window('lesson', { sample: 'osc-1.12-aws' }, async ({ page }) => {
      const tree = new ClusterTreeView(page);
      await tree.rows.first().waitFor({ timeout: startUp });
      await tree.shows(/demo-two-workers \| live\n\s+KataConfig example-kataconfig \| /);
      await page.locator('.statusbar-item', { hasText: /kata 0\/2/ }).waitFor();
      assert.match(await tree.text(), /^demo-two-workers/, 'and nothing else is open');
    }));
});
