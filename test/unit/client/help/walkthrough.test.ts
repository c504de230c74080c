import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRegistered, waitForRegistration, type WalkthroughHost } from '#client/help/walkthrough.ts';

/**
 * Creates a stand-in for VS Code that registers the walkthrough after some time.
 * @param after in milliseconds
 */
function vscode(after: number): WalkthroughHost & { waited: () => number } {
  let time = 0;
  return {
    waited: () => time,
    useStep: async () => {
      if (time < after) throw new Error('Attempting to access step which does not exist in registry');
    },
    wait: async (milliseconds) => {
      time += milliseconds;
    },
  };
}

describe('walkthrough', () => {
  test('opens immediately if VS Code registered it', async () => {
    const host = vscode(0);
    assert.ok(await isRegistered(host));
    assert.ok(await waitForRegistration(host));
    assert.equal(host.waited(), 0);
  });

  test('opens after VS Code registers it', async () => {
    const host = vscode(5000);
    assert.ok(!(await isRegistered(host)));
    assert.ok(await waitForRegistration(host));
    assert.ok(host.waited() >= 5000 && host.waited() < 6000, String(host.waited()));
  });

  test('stops waiting after the maximum time', async () => {
    const host = vscode(Number.POSITIVE_INFINITY);
    assert.ok(!(await waitForRegistration(host)));
    assert.equal(host.waited(), 20_000);
  });
});
