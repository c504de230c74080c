/** Tests which policies deny the output of containers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { deniesOutput } from '#core/logs/pods/outputPolicy.ts';

function podWith(policy: string): unknown {
  return { metadata: { annotations: { [policyAnnotationKey]: btoa(policy) } } };
}

describe('policy that denies the output of containers', () => {
  test('has the default false and no rule that allows the output', () => {
    assert.ok(deniesOutput(podWith('package agent_policy\n\n  default ReadStreamRequest := false\n')));
    assert.ok(deniesOutput(podWith('package agent_policy\r\ndefault ReadStreamRequest = false\r\n')));
    assert.ok(!deniesOutput(podWith('default ReadStreamRequest := true')));
    assert.ok(!deniesOutput(podWith('default ReadStreamRequest := false\nReadStreamRequest if input.x == 1')));
    assert.ok(!deniesOutput(podWith('# default ReadStreamRequest := false')));
    assert.ok(!deniesOutput({}));
  });
  test('is found in linear time', { timeout: 5000 }, () => {
    const empty = '\n'.repeat(149_000);
    const start = performance.now();
    assert.ok(!deniesOutput(podWith(`${empty}x`)));
    // A search across lines takes half a minute.
    assert.ok(performance.now() - start < 3000);
  });
});
