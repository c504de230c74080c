/** Tests when the installation is offered as the next step: never because of a missing permission. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { menuContextValues } from '#client/clusters/state/contextKeys.ts';
import { describeMissingPrerequisite } from '#client/operations/configure/missingPrerequisite.ts';
import { noKataConfigNode, noOperatorNode } from '#client/tree/rows/cluster/missingPrerequisiteNodes.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { tooltipText } from '#test/support/cluster/treeInput.ts';

const context = 'demo';

/** Returns a snapshot without objects, in which the user isn't permitted to do this. */
function refused(verb: 'list' | 'watch', ...ids: readonly ('kataConfigs' | 'subscriptions')[]): Snapshot {
  const listed = snapshotOf({}, ['kataConfigs', 'subscriptions']);
  const entries = ids.map((id) => {
    const state = { kind: 'forbidden', verb, trouble: { message: `${id} is forbidden` } } as const;
    return [id, { ...(verb === 'list' ? emptySnapshot : listed)[id], state }] as const;
  });
  return { ...listed, ...Object.fromEntries(entries) };
}

describe('a missing KataConfig', () => {
  test('leads to the installation if the cluster has none', () => {
    assert.deepEqual(describeMissingPrerequisite({ context, snapshot: refused('list') }, 'KataConfig'), {
      message: 'demo has no KataConfig. Install Kata first.',
      nextStep: 'install',
    });
    assert.equal(
      describeMissingPrerequisite({ context, snapshot: refused('watch', 'kataConfigs') }, 'KataConfig').nextStep,
      'install',
    );
  });

  test('names the missing permission and leads to the readiness check if it might exist', () => {
    const of = (...ids: readonly ('kataConfigs' | 'subscriptions')[]) =>
      describeMissingPrerequisite({ context, snapshot: refused('list', ...ids) }, 'KataConfig');
    const { message, nextStep } = of('kataConfigs', 'subscriptions');
    assert.equal(nextStep, 'check');
    assert.match(
      message,
      /^demo: You don't have permission to list kataconfigs, .* Request permission to list kataconfigs\.$/,
    );
    assert.doesNotMatch(message, /Install/);
    assert.match(of('subscriptions').message, /^demo: You don't have permission to list subscriptions, /);
  });
});

describe('rows and menus of a cluster', () => {
  test("don't offer the installation to a user who has no permission to list KataConfigs or Subscriptions", () => {
    for (const id of ['kataConfigs', 'subscriptions'] as const) {
      const snapshot = refused('list', id);
      const rows = [noOperatorNode({ context, snapshot }, false), noKataConfigNode({ context, snapshot })];
      for (const row of rows) {
        const { view } = row;
        assert.equal(view.command, undefined);
        assert.doesNotMatch(`${view.contextValue} ${tooltipText(row)}`, /osc-install|To do/);
      }
      assert.ok(!menuContextValues(snapshot).includes('osc-installable'), id);
    }
    const snapshot = refused('list');
    assert.equal(noOperatorNode({ context, snapshot }, false).view.command?.id, 'osc.kata.install');
    assert.match(noKataConfigNode({ context, snapshot }).view.contextValue ?? '', /osc-install/);
    assert.ok(menuContextValues(snapshot).includes('osc-installable'));
  });
});
