/**
 * Compares the findings for manifests with the recorded verdicts of API servers. `OSC_UPDATE_DOCS=1` writes the table
 * in docs/api-servers.md. The contract tests repeat the comparison of the verdicts with a server.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';
import { knownKinds } from '#core/kinds/index.ts';
import { listClosedLevels } from '#core/kinds/closedFields.ts';
import { getMap } from '#simulator/store/kubeObject.ts';
import crds from '#test/contract/manifests/crds.json' with { type: 'json' };
import { manifestCases } from '#test/contract/manifests/manifestCases.ts';
import { recordedVerdict, verdictKey } from '#test/contract/manifests/recordedVerdicts.ts';
import { verdictPage } from '#test/contract/manifests/verdictPage.ts';
import { check } from '#test/support/manifests/checkText.ts';

describe('findings for manifests with the verdict of an API server', () => {
  for (const one of manifestCases)
    test(verdictKey(one), async () => {
      const found = await check(one.manifest, { files: one.crd === undefined ? {} : { 'crd.yaml': one.crd } });
      const findings = found.map(({ rule, severity }) => `${rule.replace('osc/', '')} ${severity}`);
      assert.deepEqual(findings, one.findings);
      const verdict = recordedVerdict(one);
      assert.notEqual(verdict, undefined, 'record the verdict of a server');
      const hasError = findings.some((finding) => finding.endsWith(' error'));
      if (one.unchecked !== undefined) assert.deepEqual([hasError, verdict?.accepts], [false, false]);
      else if (one.rejectedBy !== undefined) assert.deepEqual([hasError, verdict?.accepts], [true, true]);
      else assert.equal(hasError, verdict?.accepts === false, verdict?.message);
    });

  test('have unique names', () => {
    assert.equal(new Set(manifestCases.map(verdictKey)).size, manifestCases.length);
  });
});

describe('closed levels of kinds', () => {
  for (const [kind, definition] of Object.entries(crds.definitions))
    test(`of ${kind} contain all fields of its CRD`, () => {
      const known = knownKinds.find((one) => one.kind === kind);
      assert.ok(known !== undefined);
      const schemas = definition.spec.versions.map(({ schema }) => schema.openAPIV3Schema);
      for (const { path, names } of listClosedLevels(known)) {
        const steps = path.flatMap((step) => ['properties', step]);
        const defined = schemas.flatMap((schema) => Object.keys(getMap(schema, ...steps, 'properties')));
        const missing = defined.filter((name) => !names.includes(name));
        assert.deepEqual(missing, [], path.join('.'));
      }
    });
});

test('documentation contains the verdicts', () => {
  const file = new URL('../../../../docs/api-servers.md', import.meta.url);
  const page = verdictPage(manifestCases);
  if (process.env['OSC_UPDATE_DOCS'] === '1') writeFileSync(file, page);
  assert.equal(readFileSync(file, 'utf8'), page);
});
