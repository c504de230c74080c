/** Tests that the steps of the workbench tests repeat a click only if the button didn't receive it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buttonChanges, ChangingButtonPage } from '#test/support/workbench/pages/changingButtonPage.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

describe('a click of a workbench test', () => {
  const session = useSession(import.meta.filename);

  for (const change of buttonChanges)
    for (const times of [0, 1, 2])
      test(`reaches the button once if the button is ${change} during ${times} clicks`, async () => {
        const context = await session().newContext();
        const page = new ChangingButtonPage(await context.newPage());
        await page.open(change, times);
        await page.click();
        assert.equal(await page.clicks(), 1);
      });
});
