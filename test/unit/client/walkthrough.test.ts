import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWalkthrough, type WalkthroughHost } from '../../../client/src/walkthrough.ts';

const title = 'Run Pods in Kata VMs';

/** A VS Code that registers the walkthrough after this number of pauses. */
function vscode({
  registeredAfter,
  leavesAfter = Infinity,
}: {
  readonly registeredAfter: number;
  readonly leavesAfter?: number;
}): WalkthroughHost & { opened: number; paused: number } {
  const host = {
    opened: 0,
    paused: 0,
    tab: undefined as string | undefined,
    open: async () => {
      host.opened += 1;
      host.tab = host.paused >= registeredAfter ? `Walkthrough: ${title}` : 'Welcome';
    },
    activeTab: () => (host.paused >= leavesAfter ? 'pod.yaml' : host.tab),
    pause: async () => {
      host.paused += 1;
    },
  };
  return host;
}

describe('command Take the Tour', () => {
  test('opens the walkthrough once when VS Code knows it', async () => {
    const host = vscode({ registeredAfter: 0 });
    await openWalkthrough(title, host);
    assert.deepEqual([host.opened, host.paused], [1, 0]);
  });

  test('opens the walkthrough when VS Code registers it later, instead of leaving the Welcome page open', async () => {
    const host = vscode({ registeredAfter: 7 });
    await openWalkthrough(title, host);
    assert.equal(host.activeTab(), `Walkthrough: ${title}`);
  });

  test('stops when the user goes to another tab', async () => {
    const host = vscode({ registeredAfter: 7, leavesAfter: 3 });
    await openWalkthrough(title, host);
    assert.deepEqual([host.opened, host.paused], [3, 3]);
  });

  test('gives up after ten seconds when VS Code never registers it', async () => {
    const host = vscode({ registeredAfter: Infinity });
    await openWalkthrough(title, host);
    assert.equal(host.paused, 20);
  });
});
