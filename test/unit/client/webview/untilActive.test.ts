/** Tests the wait until VS Code reports that a page has the keyboard focus. */
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { untilActive } from '#client/webview/untilActive.ts';

/** Creates a page whose state the test changes. */
function page() {
  const listeners = new Set<() => void>();
  let active = false;
  return {
    listeners,
    state: {
      isActive: () => active,
      onChange(listener: () => void) {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    },
    change(to: boolean) {
      active = to;
      for (const listener of listeners) listener();
    },
  };
}

describe('wait for an active page', () => {
  test('ends immediately if the page is active', async () => {
    const { state, change, listeners } = page();
    change(true);
    await untilActive(state);
    assert.equal(listeners.size, 0);
  });

  test('ends when the page becomes active, and not at other changes', async () => {
    const { state, change, listeners } = page();
    let ended = false;
    const waiting = untilActive(state).then(() => (ended = true));
    change(false);
    await Promise.resolve();
    assert.equal(ended, false);
    change(true);
    await waiting;
    assert.equal(listeners.size, 0);
  });

  test('ends after a second if the page never becomes active', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { state, listeners } = page();
      const waiting = untilActive(state);
      mock.timers.tick(1000);
      await waiting;
      assert.equal(listeners.size, 0);
    } finally {
      mock.timers.reset();
    }
  });
});
