/** Tests the saved tokens of two windows that share the secret storage and the user state of VS Code. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SavedTokens } from '#client/clusters/kubeconfig/savedTokens.ts';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { contextIn, folder, kubeconfigOf } from '#test/support/cluster/clusterHarness.ts';

/** The storage that all windows share. Each window has a copy of the state, which it receives later. */
class SharedStorage {
  readonly secrets = new Map<string, string>();
  #state: readonly string[] = [];
  readonly #windows = new Set<{ keys: readonly string[] }>();

  openWindow(): SavedTokens {
    const window = { keys: this.#state };
    this.#windows.add(window);
    return new SavedTokens({
      secrets: {
        get: async (key) => this.secrets.get(key),
        store: async (key, value) => void this.secrets.set(key, value),
        delete: async (key) => void this.secrets.delete(key),
      },
      index: {
        read: () => window.keys,
        // VS Code replaces the entire state of the extension.
        write: async (keys) => {
          window.keys = keys;
          this.#state = keys;
        },
      },
      clock: realClock,
    });
  }

  /** Sends the last state to all windows. */
  deliver(): void {
    for (const window of this.#windows) window.keys = this.#state;
  }
}

describe('tokens that two windows save at the same time', () => {
  const home = folder();
  after(() => home.remove());
  const entry = (name: string) => ({ cluster: { server: `https://${name}.example:6443` }, user: { token: 'expired' } });
  const file = home.write('kubeconfig', kubeconfigOf({ one: entry('one'), two: entry('two') }));

  async function isSaved(tokens: SavedTokens, context: ClusterContext): Promise<boolean> {
    return (await tokens.apply(context)) !== undefined;
  }

  test('remain after both windows are closed, although one window overwrites the index of the other', async () => {
    const storage = new SharedStorage();
    const [first, second] = [storage.openWindow(), storage.openWindow()];
    const [one, two] = await Promise.all([contextIn(file, 'one'), contextIn(file, 'two')]);
    await Promise.all([first.save(one, 'sha256~one'), second.save(two, 'sha256~two')]);
    storage.deliver();
    assert.deepEqual([await isSaved(first, one), await isSaved(second, two)], [true, true]);
    storage.deliver();
    const next = storage.openWindow();
    assert.deepEqual([await isSaved(next, one), await isSaved(next, two)], [true, true]);
  });

  test('are the last one for the same cluster, in both windows', async () => {
    const storage = new SharedStorage();
    const [first, second] = [storage.openWindow(), storage.openWindow()];
    const one = await contextIn(file, 'one');
    await Promise.all([first.save(one, 'sha256~a'), second.save(one, 'sha256~b')]);
    storage.deliver();
    const tokens = await Promise.all([first.apply(one), second.apply(one)]);
    assert.deepEqual(
      tokens.map((context) => context?.access?.user?.token),
      ['sha256~b', 'sha256~b'],
    );
    assert.equal(storage.secrets.size, 1);
  });

  test('are not used or listed again after the user logs out in the other window', async () => {
    const storage = new SharedStorage();
    const [first, second] = [storage.openWindow(), storage.openWindow()];
    const one = await contextIn(file, 'one');
    await first.save(one, 'sha256~one');
    storage.deliver();
    await second.remove(one);
    storage.deliver();
    assert.equal(await isSaved(first, one), false);
    storage.deliver();
    assert.deepEqual(storage.secrets.size, 0);
    assert.equal(await isSaved(storage.openWindow(), one), false);
  });
});
