/** Tests the rows of related objects, their descriptions, and their explanations, on a simulated cluster. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { explainConditions } from '#core/explain/objects/explainConditions.ts';
import { readDescription } from '#client/describe/readDescription.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { readRelatedResources } from '#client/kubernetes/read/readRelatedResources.ts';
import { plainParagraphs } from '#client/text/markdown.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { relatedNode } from '#client/tree/rows/contents/relatedNode.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { contextIn, deps, folder, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { emptyTreeInput, tooltipText } from '#test/support/cluster/treeInput.ts';

describe('related objects', () => {
  const home = folder();
  const { signal } = new AbortController();
  let simulation: Simulation;
  let connection: Connection;
  let now = 0;
  before(async () => {
    simulation = await simulate({ scenario: scenarioNamed('related-objects') ?? assert.fail(), speed: 0.001 });
    now = simulation.clock.now();
    const file = home.write('kubeconfig', simulation.kubeconfig);
    connection = connect(await contextIn(file, currentContext(simulation.kubeconfig)), deps());
  });
  after(async () => {
    connection.close();
    await simulation.close();
    home.remove();
  });

  async function readNode(): Promise<TreeNode> {
    const read = await readRelatedResources(connection, signal);
    return relatedNode({ ...emptyTreeInput, now, related: { kind: 'loaded', asOf: now, ...read } });
  }

  test('that exist have a row with the conditions that require attention, and missing kinds have none', async () => {
    const node = await readNode();
    const rows = node.children?.() ?? [];
    assert.deepEqual(
      rows.map(({ view }) => `${view.label} | ${view.description ?? ''}`),
      [
        'version | ClusterVersion',
        'machine-config | ClusterOperator · Degraded',
        'operator-lifecycle-manager | ClusterOperator',
        'redhat | ImageDigestMirrorSet',
        'redhat-tags | ImageTagMirrorSet',
        'installer-complete | Job',
        'installer-failed | Job · Failed',
        'trustee | TrusteeConfig',
        'malformed | KbsConfig · Ready',
        'no-status | KbsConfig',
        'not-ready | KbsConfig · isReady',
      ],
    );
    assert.equal(node.about?.explanation.health, 'attention');
    const healthOf = (label: string) => rows.find(({ view }) => view.label === label)?.about?.explanation.health;
    assert.deepEqual(['operator-lifecycle-manager', 'redhat', 'trustee', 'not-ready', 'malformed'].map(healthOf), [
      'ok',
      'ok',
      'ok',
      'attention',
      'attention',
    ]);
    const tooltip = plainParagraphs(tooltipText(rows[1])).join('\n');
    assert.match(tooltip, /Degraded: True · 6 h · RequiredPoolsFailed: Failed to resync 4\.21\.9 because: /);
  });

  test('with missing or malformed conditions can be described', async () => {
    const describeObject = async (plural: string, kind: string, name: string): Promise<string> => {
      const group = 'confidentialcontainers.org';
      const reference = { group, version: 'v1alpha1', plural, kind, name, namespace: 'trustee-operator-system' };
      return valueOf(await readDescription(connection, reference, { now: () => now, signal })).text;
    };
    assert.match(
      await describeObject('kbsconfigs', 'KbsConfig', 'no-status'),
      /^Kind: +KbsConfig$[\s\S]*^Events: +<none>$/m,
    );
    const malformed = await describeObject('kbsconfigs', 'KbsConfig', 'malformed');
    assert.match(malformed, /^ {2}Conditions:\n {4}text\n {4}Status: +True\n/m);
    assert.match(malformed, /^ {2}Is Ready: +perhaps$/m);
    assert.match(await describeObject('trusteeconfigs', 'TrusteeConfig', 'trustee'), /^ {2}Is Ready: +true$/m);
  });

  test('are explained by their conditions, also if those are malformed', async () => {
    const explain = async (path: string) =>
      explainConditions(valueOf(await connection.ask(path)), () => ({ start: 0, end: 0 }), now).map(
        ({ headline, severity, meaning, notes }) => [headline, severity, meaning, notes?.[0]],
      );
    const operators = '/apis/config.openshift.io/v1/clusteroperators';
    const [available, , degraded] = await explain(`${operators}/machine-config`);
    assert.deepEqual(available?.slice(0, 2), ['Available: True', 'ok']);
    assert.deepEqual(degraded?.slice(0, 2), ['Degraded: True', 'warning']);
    assert.match(String(degraded?.[2]), /^RequiredPoolsFailed: Failed to resync/);
    const trustee = '/apis/confidentialcontainers.org/v1alpha1/namespaces/trustee-operator-system/kbsconfigs';
    const noTime = 'The condition has no transition time.';
    assert.deepEqual(
      (await explain(`${trustee}/malformed`)).map(([headline, severity]) => [headline, severity]),
      [
        ['Ready: Maybe', 'unknown'],
        ['Ready: False', 'warning'],
      ],
    );
    assert.equal((await explain(`${trustee}/malformed`))[0]?.[3], noTime);
    assert.deepEqual(await explain(`${trustee}/no-status`), []);
  });
});
