/** Tests that object arguments are read as kubectl reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseObjectArgument } from '#core/oc/objectArgument.ts';

test('an object argument accepts the singular, plural, short, and qualified names of a kind', () => {
  for (const [argument, kind, namespace] of [
    ['pod/web-0', 'Pod', 'shop'],
    ['po/web-0', 'Pod', 'shop'],
    ['Pods/web-0', 'Pod', 'shop'],
    ['deploy/web', 'Deployment', 'shop'],
    ['deployments.apps/web', 'Deployment', 'shop'],
    ['mcp/kata-oc', 'MachineConfigPool', undefined],
    ['node/worker-1.example.com', 'Node', undefined],
    ['kataconfig/example-kataconfig', 'KataConfig', undefined],
    ['peerpod/web-0-resource-x', 'PeerPod', 'shop'],
    ['cj/nightly', 'CronJob', 'shop'],
  ] as const) {
    const parsed = parseObjectArgument(argument, 'shop');
    assert.ok(parsed.ok, argument);
    assert.deepEqual([parsed.value.kind, parsed.value.namespace], [kind, namespace]);
  }
});

test('an object argument is rejected with a reason if it is incomplete, unknown, or hostile', () => {
  for (const [argument, reason] of [
    ['pod', /expected KIND\/NAME/],
    ['pod/', /expected KIND\/NAME/],
    ['pod/a/b', /expected KIND\/NAME/],
    ['sandwich/x', /unknown kind "sandwich"\. Known kinds: pod, /],
    ['constructor/x', /unknown kind/],
    ['pod/UPPER', /isn't a valid object name/],
    ['pod/a,type=Normal', /isn't a valid object name/],
    ['pod/..\u001B[2J', /isn't a valid object name/],
  ] as const) {
    const parsed = parseObjectArgument(argument, 'shop');
    assert.ok(!parsed.ok, argument);
    assert.match(parsed.error, reason);
    assert.ok(!parsed.error.includes('\u001B'));
  }
});
