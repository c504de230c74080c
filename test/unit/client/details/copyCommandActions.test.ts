/** Tests the buttons that copy the commands of a next step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCopyCommandActions } from '#client/details/copyCommandActions.ts';
import { effectKey, effectOf, type DetailPage } from '#client/details/detailPage.ts';

function page(todo: string | undefined): DetailPage {
  return {
    type: 'detail',
    kind: 'Pod',
    title: 'web',
    place: 'cluster lab',
    state: { tone: 'attention', word: 'Needs attention' },
    freshness: { isLive: true, words: 'Live' },
    cause: [],
    ...(todo === undefined ? {} : { todo }),
    actions: [
      { label: 'Continue', primary: true, effect: { kind: 'section', section: 'events' } },
      { label: 'Open as YAML', effect: { kind: 'section', section: 'yaml' } },
    ],
    sections: [],
  };
}

const labels = (todo: string | undefined): readonly string[] =>
  withCopyCommandActions(page(todo)).actions.map(({ label }) => label);

test('a next step with a command has a button that copies only this command', () => {
  const command = "oc edit pdb 'led ger' -n shop";
  const copying = withCopyCommandActions(page(`Lower minAvailable: \`${command}\`.`));
  assert.deepEqual(
    copying.actions.map(({ label }) => label),
    ['Continue', 'Copy Command', 'Open as YAML'],
  );
  const [, action] = copying.actions;
  assert.equal(action?.name, `Copy Command: ${command}`);
  const effect = { kind: 'copy', text: command } as const;
  assert.deepEqual(effectOf(copying, effectKey(effect)), effect);
  const other = { kind: 'copy', text: 'oc delete node worker-0' } as const;
  assert.equal(effectOf(copying, effectKey(other)), undefined, 'a page can copy only its own commands');
});

test('each of several commands has a button of its own', () => {
  assert.deepEqual(
    labels(
      'Delete them: `oc delete daemonset agent -n shop` and `oc delete pod web-1 -n shop`, `oc delete job a`, `oc x`.',
    ),
    ['Continue', 'Copy oc delete daemonset agent', 'Copy oc delete pod web-1', 'Copy oc delete job a', 'Open as YAML'],
  );
});

test('names, commands with a button, and texts without commands get no button', () => {
  for (const todo of [undefined, 'Wait.', 'Select `worker-0` or `spec.paused`.', 'Run `oc logs -n a deployment/b`.'])
    assert.deepEqual(labels(todo), ['Continue', 'Open as YAML'], todo);
});
