/** Tests that after a change of the cluster, only rules that used the changed data run again. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import type { ValidationCluster } from '#server/engine/cluster/knownCluster.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { manifestRules } from '#server/manifest/rules/index.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { knownCluster } from '#test/support/manifests/validationCluster.ts';

const kataConfig =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  kataConfigPoolSelector:\n    matchLabels:\n      a: b\n';
const pod =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  runtimeClassName: kata-remote\n  containers:\n    - name: web\n      image: x\n';
const uri = 'file:///workspace/file.yaml';

/** Checks a text with one cluster after the other. Returns how often the rule ran each time. */
async function runs(id: string, text: string, clusters: readonly (ValidationCluster | undefined)[]): Promise<number[]> {
  const rule = manifestRules.find((one) => one.id === id) ?? assert.fail(id);
  const { check: real } = rule;
  let count = 0;
  rule.check = (context) => {
    count += 1;
    return real(context);
  };
  try {
    const documents = readDocuments(text);
    const embeddedRules = () => Promise.resolve([]);
    const environment = {
      release: newestRelease,
      severities: new Map(),
      workspace: undefined,
      yamlCheckedElsewhere: false,
      embeddedRules,
      onError: assert.fail,
    };
    const out: number[] = [];
    for (const cluster of clusters) {
      count = 0;
      await checkFile(uri, documents, { ...environment, cluster });
      out.push(count);
    }
    return out;
  } finally {
    rule.check = real;
  }
}

describe('cluster rule', () => {
  const nodes = [{ name: 'w', labels: { 'node-role.kubernetes.io/worker': '' } }];
  const first = knownCluster({ nodes, converged: false, runtimeClasses: ['kata', 'kata-remote'] });
  test('runs again only when the cluster data it used changes', async () => {
    const selects = { ...first, nodes: [{ name: 'w', labels: { a: 'b' } }] };
    const counts = await runs('kataconfig-selector-no-nodes', kataConfig, [
      undefined,
      selects,
      { ...selects },
      // The rule reported nothing, so no message contains the changed data.
      { ...selects, asOf: '10:42', said: 'cluster demo (as of 10:42)', kataConfigs: [], runtimeClasses: [] },
      first,
      undefined,
    ]);
    assert.deepEqual(counts, [0, 1, 0, 0, 1, 0]);
  });
  test('runs again when the time in its message changes', async () => {
    assert.deepEqual(
      await runs('kataconfig-selector-no-nodes', kataConfig, [
        first,
        { ...first },
        { ...first, said: 'cluster demo (as of 10:42)' },
      ]),
      [1, 0, 1],
    );
  });
  test('ignores node changes when it uses only runtime classes', async () => {
    assert.deepEqual(
      await runs('pod-runtimeclass-not-on-cluster', pod, [
        first,
        { ...first, nodes: [] },
        { ...first, runtimeClasses: [] },
      ]),
      [1, 0, 1],
    );
  });
});

test('document rules receive no cluster', async () => {
  const [local] = manifestRules.filter(({ id }) => id === 'kataconfig-loglevel');
  assert.ok(local !== undefined);
  const { check: real } = local;
  const seen: unknown[] = [];
  local.check = (context) => {
    seen.push(context.cluster);
    return real(context);
  };
  try {
    await checkFile(uri, readDocuments(kataConfig), {
      release: newestRelease,
      severities: new Map(),
      workspace: undefined,
      cluster: knownCluster({}),
      yamlCheckedElsewhere: false,
      embeddedRules: () => Promise.resolve([]),
      onError: assert.fail,
    });
  } finally {
    local.check = real;
  }
  assert.deepEqual(seen, [undefined]);
});
