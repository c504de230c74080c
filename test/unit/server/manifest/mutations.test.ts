/**
 * Compares the findings for mutations of valid objects with the recorded verdicts of API servers. `OSC_UPDATE_DOCS=1`
 * writes the page with the results.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';
import { mutations, validObjects, type Mutation } from '#test/contract/manifests/mutations/mutate.ts';
import { mutationPage, type MutationResult } from '#test/contract/manifests/mutations/mutationPage.ts';
import { readRecordedMutations } from '#test/contract/manifests/mutations/recordedMutations.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import { check } from '#test/support/manifests/checkText.ts';

/** A Pod that runs in Kata, because the product checks other objects only in a file with one. */
const kataPod = `---
apiVersion: v1
kind: Pod
metadata:
  name: kata
spec:
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
`;

/** Returns the errors in an object, as the rule and the line. */
async function errorsOf({ manifest }: Mutation): Promise<string[]> {
  const text = `${manifest}${kataPod}`;
  return (await check(text))
    .filter(({ severity, finding }) => severity === 'error' && finding.start < manifest.length)
    .map(({ rule, line }) => `${rule} ${text.split('\n')[line]?.trim() ?? ''}`);
}

/**
 * The kubelet rejects images and the medium of a volume, and the Kata runtime rejects annotations. The API server
 * doesn't validate them.
 */
const isRejectedOnNode = (error: string): boolean =>
  /^osc\/kubernetes-format (?:- )?(?:image|medium): |^osc\/pod-annotation-value /.test(error);

describe('findings for mutations', () => {
  const recorded = readRecordedMutations();
  const all = mutations(recorded.seed);
  const results: MutationResult[] = [];

  for (const kind of validObjects().map((object) => getString(object, 'kind') ?? ''))
    test(`of a ${kind} contain no error if the API server accepts it`, async () => {
      const wrong: string[] = [];
      for (const mutation of all.filter((one) => one.kind === kind)) {
        const verdict = recorded.verdictOf(mutation);
        assert.ok(verdict !== undefined, `no verdict for ${mutation.place}`);
        const errors = await errorsOf(mutation);
        results.push({ mutation, verdict, hasError: errors.length > 0 });
        if (verdict === 'accepted' && !errors.every(isRejectedOnNode))
          wrong.push(`${mutation.place} (${errors.join(', ')})`);
      }
      assert.deepEqual(wrong, []);
    });

  test('are counted in the documentation', () => {
    const file = new URL('../../../../docs/kubernetes-field-checks.md', import.meta.url);
    const page = mutationPage(recorded.servers, results);
    if (process.env['OSC_UPDATE_DOCS'] === '1') writeFileSync(file, page);
    assert.equal(readFileSync(file, 'utf8'), page);
  });
});
