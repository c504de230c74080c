/** Tests that `osc-tools lint` reports each problem of an embedded document, because it can't open the document. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { packPolicy } from '#server/engine/encoding/pack.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { folderOf, lint } from '../osc.ts';

const podWith = (...policy: readonly string[]) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    io.katacontainers.config.agent.policy: ${packPolicy(policyWith(policy.map((line) => `${line}\n`).join('')))}\nspec:\n  runtimeClassName: kata\n  containers:\n    - name: web\n      image: quay.io/example/web\n`;

describe('embedded policy', () => {
  test('is reported with all errors and warnings, by line', async () => {
    const cwd = folderOf({
      'pod.yaml': podWith('default AllowRequestsFailingPolicy := true', 'default ExecProcessRequest := true'),
    });
    const { status, stdout } = await lint(['pod.yaml'], { cwd });
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^pod\.yaml:6:44: error: policy: Line 26: AllowRequestsFailingPolicy .*\[osc\/packed-policy-pro/m,
    );
    assert.match(stdout, /^pod\.yaml:6:44: warning: policy: Line 27: .*\[osc\/packed-policy-problems\]$/m);
    assert.match(stdout, /1 error, 1 warning, 0 informational\.\n$/);
    assert.doesNotMatch(stdout, /CodeLens|findings\)/);
  });

  test('without problems has no finding', async () => {
    const cwd = folderOf({ 'pod.yaml': podWith() });
    const { status, stdout } = await lint(['pod.yaml'], { cwd });
    assert.equal(stdout, '1 file checked, no problems found.\n');
    assert.equal(status, 0);
  });

  test('that is too large is reported without the CodeLens of the editor', async () => {
    const cwd = folderOf({ 'pod.yaml': podWith(...Array.from({ length: 5001 }, () => '#')) });
    const { stdout } = await lint(['pod.yaml'], { cwd });
    assert.match(stdout, /info: policy exceeds 256 KiB or 5000 lines, so it isn't checked here\. \[osc/);
  });
});
