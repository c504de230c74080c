/**
 * Tests what assistants receive for a cluster without a KataConfig. test/cli/mcp/mcp.test.ts tests the install status
 * on simulated clusters.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installStatusResult } from '#core/assistants/results/installStatus.ts';
import { manager, object, pools, readAt, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { allParsers } from '#redactionParsers/parsers.ts';

const head = { cluster: 'shop', server: 'https://shop.example.com:6443', user: 'ann', at: readAt };

describe('install status without a KataConfig', () => {
  test('recommends creating a KataConfig', () => {
    const { text } = installStatusResult(
      snapshotOf({ deployments: [manager], machineConfigPools: [object('worker')] }),
      head,
      allParsers,
    );
    assert.match(text, /^ok: KataConfig: Kata isn't installed \(no KataConfig\)$/m);
    assert.match(text, /^ {2}To do: Create a KataConfig at a time when the nodes can reboot\.$/m);
  });

  test('reports a server whose certificate was not verified', () => {
    const { text, structured } = installStatusResult(
      snapshotOf({ deployments: [manager] }),
      { ...head, unverified: true },
      allParsers,
    );
    assert.match(text, /^The server certificate wasn't verified \(insecure-skip-tls-verify\)/m);
    assert.equal(structured['certificateVerified'], false);
    assert.doesNotMatch(
      installStatusResult(snapshotOf({ deployments: [manager] }), head, allParsers).text,
      /wasn't verified/,
    );
  });

  test('lists leftover resources', () => {
    const { text } = installStatusResult(
      snapshotOf({ nodes: [worker('worker-0')], machineConfigPools: pools }),
      head,
      allParsers,
    );
    assert.match(text, /^attention: KataConfig: Leftover resources from a deleted KataConfig$/m);
    assert.match(text, /MachineConfigPool kata-oc/);
  });
});
