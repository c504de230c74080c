/** Tests the evidence for the features of nodes, and compares it with the rule for Kata on the same nodes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { explainEligibility } from '#core/status/nodes/eligibility.ts';
import { describeNodeFeatures } from '#core/status/nodes/nodeFeatureText.ts';
import { hasAllFeatures, readNodeFeatures } from '#core/status/nodes/nodeFeatures.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { findTeeConflict } from '#core/status/nodes/teeConflict.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { updateSnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { kataNodeRule } from '#core/product/kataNodeRule.ts';
import { evaluateRule } from '#simulator/controllers/nodeFeatures/evaluateRule.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pools,
  readAt,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';

const prefix = 'feature.node.kubernetes.io/';
const cpuLabel = (flag: string): Raw => ({ [`${prefix}cpu-cpuid.${flag}`]: 'true' });

interface Hardware {
  readonly flags?: readonly string[];
  readonly modules?: readonly string[];
  readonly security?: readonly string[];
  readonly vendor?: string;
}

/** Creates the NodeFeature of the node `w`. */
function nodeFeature({ flags, modules, security, vendor }: Hardware, apiVersion = 'nfd.k8s-sigs.io/v1alpha1'): Raw {
  const elements = (names: readonly string[], value: unknown): Raw => ({
    elements: Object.fromEntries(names.map((name) => [name, value])),
  });
  return {
    apiVersion,
    ...object(
      'w',
      {
        spec: {
          features: {
            flags: {
              ...(flags === undefined ? {} : { 'cpu.cpuid': elements(flags, {}) }),
              ...(modules === undefined ? {} : { 'kernel.loadedmodule': elements(modules, {}) }),
            },
            attributes: {
              ...(security === undefined ? {} : { 'cpu.security': elements(security, 'true') }),
              ...(vendor === undefined ? {} : { 'cpu.model': { elements: { vendor_id: vendor } } }),
            },
          },
        },
      },
      { namespace: 'openshift-nfd', labels: { 'nfd.node.kubernetes.io/node-name': 'w' } },
    ),
  };
}

const version = (openShift: string): Raw =>
  object('version', { status: { history: [{ state: 'Completed', version: openShift }] } });

/** Creates a cluster with the worker `w`. */
function cluster(
  labels: Raw,
  hardware?: Hardware,
  spec: Raw = { checkNodeEligibility: true },
  more: Parameters<typeof snapshotOf>[0] = {},
): Snapshot {
  return snapshotOf({
    nodes: [worker('w', { labels })],
    kataConfigs: [kataConfig(undefined, {}, {}, spec)],
    clusterVersions: [version('4.21.9')],
    machineConfigPools: pools,
    ...(hardware === undefined ? {} : { nodeFeatures: [nodeFeature(hardware)] }),
    ...more,
  });
}

function nodeOf(snapshot: Snapshot): NonNullable<ReturnType<ReturnType<typeof indexSnapshot>['nodes']['get']>> {
  return indexSnapshot(snapshot).nodes.get('w') ?? assert.fail('no node');
}

const intel = { flags: ['SSE4', 'VMX'], modules: ['kvm', 'kvm_intel'], vendor: 'Intel' };
const amd = { flags: ['SSE4', 'SVM'], modules: ['kvm', 'kvm_amd'], vendor: 'AMD' };

describe('node features', () => {
  const cases: readonly (readonly [name: string, labels: Raw, hardware: Hardware | undefined, headline: string])[] = [
    ['no NodeFeature and no VMX label', cpuLabel('AVX'), undefined, 'Not eligible'],
    ['no NodeFeature and a VMX label', cpuLabel('VMX'), undefined, 'Not eligible'],
    ['all features of Intel', cpuLabel('VMX'), intel, 'Not eligible: no rule'],
    ['all features of AMD', cpuLabel('SVM'), amd, 'Not eligible: no rule'],
    ['no VMX', cpuLabel('AVX'), { ...intel, flags: ['SSE4'], modules: ['kvm'] }, 'Not eligible: VMX missing'],
    ['no SVM', cpuLabel('AVX'), { ...amd, flags: ['SSE4'], modules: ['kvm'] }, 'Not eligible: SVM missing'],
    ['an unknown vendor', cpuLabel('AVX'), { flags: ['SSE4'], modules: ['kvm'] }, 'Not eligible: VMX/SVM missing'],
    ['no SSE4', cpuLabel('VMX'), { ...intel, flags: ['VMX'] }, 'Not eligible: SSE4 missing'],
    ['no kvm_intel', cpuLabel('VMX'), { ...intel, modules: ['kvm'] }, 'Not eligible: kvm_intel missing'],
    ['no modules', cpuLabel('VMX'), { ...intel, modules: [] }, 'Not eligible: kvm and kvm_intel missing'],
    ['no list of modules', cpuLabel('VMX'), { flags: ['SSE4', 'VMX'], vendor: 'Intel' }, 'Not eligible'],
    ['labels that the configuration removed', { [`${prefix}x`]: 'true' }, intel, 'Not eligible: no rule'],
  ];
  for (const [name, labels, hardware, headline] of cases) {
    it(`of a node with ${name} are explained as "${headline}"`, () => {
      const snapshot = cluster(labels, hardware);
      assert.equal(explainEligibility(snapshot, 'w').headline, headline);
      const { flags, modules } = hardware ?? {};
      if (flags === undefined || modules === undefined) return;
      const features = { flags: { 'cpu.cpuid': flags, 'kernel.loadedmodule': modules }, attributes: {} };
      const isLabelled = Object.keys(evaluateRule(kataNodeRule, features, false)).length > 0;
      assert.equal(hasAllFeatures(readNodeFeatures(snapshot, nodeOf(snapshot))), isLabelled, 'as the rule decides');
    });
  }

  it('name the label or object of each value, and are unknown without evidence', () => {
    const known = cluster(cpuLabel('VMX'), { ...intel, modules: ['kvm'], security: ['tdx.enabled'] });
    assert.deepEqual(describeNodeFeatures(known, nodeOf(known)), [
      'SSE4: found (NodeFeature openshift-nfd/w)',
      'VMX: found (feature.node.kubernetes.io/cpu-cpuid.VMX=true)',
      'kvm: found (NodeFeature openshift-nfd/w)',
      'kvm_intel: missing (NodeFeature openshift-nfd/w)',
      'TEE: Intel TDX (NodeFeature openshift-nfd/w)',
      "Nested virtualization: not required, because the node isn't a VM (NodeFeature openshift-nfd/w)",
    ]);
    const unknown = cluster(cpuLabel('AVX'));
    assert.deepEqual(describeNodeFeatures(unknown, nodeOf(unknown)), [
      'SSE4: unknown',
      'VMX/SVM: unknown',
      'kvm: unknown',
      'kvm_intel/kvm_amd: unknown',
      'TEE: unknown',
      'Nested virtualization: unknown',
      "No NodeFeature of this node was read. Labels don't show kernel modules or missing CPU flags.",
    ]);
    const trouble = { message: 'no' };
    const refused = updateSnapshot(unknown, 'nodeFeatures', {
      kind: 'state',
      state: { kind: 'forbidden', verb: 'list', trouble },
    });
    assert.match(describeNodeFeatures(refused, nodeOf(refused)).at(-1) ?? '', /^You don't have permission/);
  });

  it('show platforms for confidential computing, and whether a custom rule set the label', () => {
    const tee = (labels: Raw): readonly string[] => {
      const snapshot = cluster(labels);
      return describeNodeFeatures(snapshot, nodeOf(snapshot)).filter((line) => line.startsWith('TEE'));
    };
    assert.deepEqual(tee({ [`${prefix}cpu-security.sev.snp.enabled`]: 'true' }), [
      'TEE: AMD SEV-SNP (feature.node.kubernetes.io/cpu-security.sev.snp.enabled=true)',
    ]);
    assert.deepEqual(tee({ 'ibm.feature.node.kubernetes.io/se': 'true' }), [
      'TEE: IBM Secure Execution (ibm.feature.node.kubernetes.io/se=true, set by a custom rule that can be wrong)',
    ]);
    const none = cluster({}, { ...intel, security: [] });
    assert.ok(describeNodeFeatures(none, nodeOf(none)).includes('TEE: missing (NodeFeature openshift-nfd/w)'));
  });

  it('show whether VMs can run in a node that is a VM', () => {
    const nesting = (labels: Raw, hardware?: Hardware): string | undefined => {
      const snapshot = cluster(labels, hardware);
      return describeNodeFeatures(snapshot, nodeOf(snapshot)).find((line) => line.startsWith('Nested'));
    };
    assert.match(nesting({ ...cpuLabel('HYPERVISOR'), ...cpuLabel('VMX') }) ?? '', /: enabled, .*HYPERVISOR=true/);
    assert.match(nesting(cpuLabel('HYPERVISOR'), { ...intel, flags: ['SSE4', 'HYPERVISOR'] }) ?? '', /: disabled/);
    assert.match(nesting(cpuLabel('HYPERVISOR')) ?? '', /: unknown/);
    assert.match(nesting({ [`${prefix}cpu-model.hypervisor`]: 'none' }) ?? '', /isn't a VM/);
    const guest = cluster(cpuLabel('HYPERVISOR'), { ...intel, flags: ['SSE4', 'HYPERVISOR'], modules: ['kvm'] });
    assert.match(explainEligibility(guest, 'w').todo ?? '', /nested virtualization/);
  });

  it('are read only from the API group of the OpenShift version', () => {
    const without = { ...intel, flags: ['SSE4'] };
    const objects = { nodeFeatures: [nodeFeature(intel)], openShiftNodeFeatures: [nodeFeature(without)] };
    const headline = (openShift: string | undefined): string =>
      explainEligibility(
        cluster(cpuLabel('AVX'), undefined, undefined, {
          ...objects,
          clusterVersions: openShift === undefined ? [] : [version(openShift)],
        }),
        'w',
      ).headline;
    assert.equal(headline('4.18.38'), 'Not eligible: VMX missing');
    assert.equal(headline('4.19.1'), 'Not eligible: no rule');
    assert.equal(headline(undefined), 'Not eligible: no rule', 'both groups count if the version is unknown');
  });

  it('of other architectures are not compared with the rule for x86', () => {
    const raw = worker('w', { labels: cpuLabel('SIE') });
    const nodes = [{ ...raw, status: { nodeInfo: { architecture: 's390x' } } }];
    const snapshot = cluster({}, { flags: ['SIE'], modules: ['kvm'] }, undefined, { nodes });
    assert.equal(explainEligibility(snapshot, 'w').headline, 'Not eligible');
    assert.deepEqual(
      describeNodeFeatures(snapshot, nodeOf(snapshot)).map((line) => line.split(':')[0]),
      ['TEE', 'Nested virtualization'],
    );
  });

  it('contradict a label that a user set', () => {
    const eligible = { [`${prefix}runtime.kata`]: 'true' };
    const manual = explainEligibility(cluster(eligible), 'w');
    assert.equal(manual.health, 'ok');
    assert.match(manual.meaning, /A user set the label, or it's left over\./);
    const wrong = explainEligibility(cluster({ ...eligible, ...cpuLabel('VMX') }, { ...intel, modules: ['kvm'] }), 'w');
    assert.equal(wrong.health, 'attention');
    assert.match(wrong.meaning, /it lacks kvm_intel/);
  });

  it('come with a label that a user set if the annotation of Node Feature Discovery does not list it', () => {
    const labels = { [`${prefix}runtime.kata`]: 'true', ...cpuLabel('VMX') };
    const meaningWith = (key: string, list: string): string => {
      const nodes = [worker('w', { labels, annotations: { [key]: list } })];
      return explainEligibility(cluster({}, undefined, undefined, { nodes }), 'w').meaning;
    };
    const key = 'nfd.node.kubernetes.io/feature-labels';
    assert.match(meaningWith(key, 'cpu-cpuid.VMX'), /doesn't list it among its labels\. A user set the label/);
    assert.match(meaningWith(`gpu.${key}`, ''), /doesn't list it among its labels/);
    for (const list of ['cpu-cpuid.VMX,runtime.kata', `${prefix}runtime.kata`])
      assert.match(meaningWith(key, list), /^Node Feature Discovery added the label/);
    assert.match(
      meaningWith('nfd.node.kubernetes.io/master.version', 'v0.17'),
      /^Node Feature Discovery added the label/,
    );
  });

  it('are the state of a node on which Kata is not installed because of them', () => {
    const snapshot = cluster(cpuLabel('AVX'), { ...intel, flags: ['SSE4'] }, { checkNodeEligibility: true });
    const withStatus = {
      ...snapshot,
      kataConfigs: snapshotOf({
        kataConfigs: [kataConfig(condition('False', '', ''), {}, {}, { checkNodeEligibility: true })],
      }).kataConfigs,
    };
    const bare = { ...withStatus, nodes: snapshotOf({ nodes: [worker('w', { labels: cpuLabel('AVX') })] }).nodes };
    assert.equal(getNodeStatus(bare, 'w', readAt, emptyHistory).headline, 'Not eligible: VMX missing');
  });
});

const olderRule = (format: string): Raw =>
  object(
    'nfd',
    {
      spec: {
        workerConfig: { configData: `sources:\n  custom:\n    - name: ${prefix}runtime.kata\n      ${format}: []\n` },
      },
    },
    { namespace: 'openshift-nfd' },
  );

describe('rules without effect', () => {
  it('are the cause that no node is eligible, instead of the firmware', () => {
    const snapshot = cluster(cpuLabel('VMX'), intel, undefined, {
      nodeFeatureDiscoveries: [olderRule('matchOn')],
      deployments: [manager],
    });
    const node = explainEligibility(snapshot, 'w');
    assert.equal(node.headline, 'Not eligible: rule without effect');
    assert.match(node.meaning, /NodeFeatureDiscovery openshift-nfd\/nfd uses matchOn/);
    assert.doesNotMatch(node.todo ?? '', /firmware/);
    const [config] = snapshot.kataConfigs.items.values();
    assert.ok(config);
    const explained = explainKataConfig(config, snapshot);
    assert.equal(explained.headline, 'Node Feature Discovery ignores the rule for Kata');
    assert.doesNotMatch(explained.todo ?? '', /firmware/);
  });

  it('are all rules of a worker whose configuration is not valid YAML', () => {
    const invalid = object(
      'nfd',
      { spec: { workerConfig: { configData: 'sources:\n  custom:\n    - name: kata\n     labels: {}\n' } } },
      { namespace: 'openshift-nfd' },
    );
    const rule = object('kata', { spec: { rules: [kataNodeRule] } }, { namespace: 'openshift-nfd' });
    for (const labels of [cpuLabel('VMX'), {}]) {
      const snapshot = cluster(labels, undefined, undefined, {
        nodeFeatureDiscoveries: [invalid],
        nodeFeatureRules: [rule],
      });
      const node = explainEligibility(snapshot, 'w');
      assert.match(node.meaning, /Line 4 of spec\.workerConfig\.configData in NodeFeatureDiscovery openshift-nfd\/nfd/);
      assert.match(node.todo ?? '', /`oc edit nodefeaturediscovery nfd -n openshift-nfd`/);
      assert.doesNotMatch(node.todo ?? '', /firmware/);
    }
  });

  it('are not reported if another rule has an effect, or if the rules cannot be read', () => {
    const rule = object('kata', { spec: { rules: [kataNodeRule] } }, { namespace: 'openshift-nfd' });
    const headline = (more: Parameters<typeof snapshotOf>[0]): string =>
      explainEligibility(
        cluster(cpuLabel('VMX'), undefined, undefined, { nodeFeatureDiscoveries: [olderRule('matchOn')], ...more }),
        'w',
      ).headline;
    assert.equal(headline({ nodeFeatureRules: [rule] }), 'Not eligible');
    assert.equal(headline({ openShiftNodeFeatureRules: [rule] }), 'Not eligible: rule without effect');
    assert.equal(headline({ clusterVersions: [version('4.14.40')] }), 'Not eligible');
    const state = { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } } as const;
    const refused = {
      ...cluster(cpuLabel('VMX'), undefined, undefined, { nodeFeatureDiscoveries: [olderRule('matchOn')] }),
      nodeFeatureRules: { state, items: new Map() },
    };
    assert.equal(explainEligibility(refused, 'w').headline, 'Not eligible');
  });
});

describe('TEE labels', () => {
  const tdx = { 'intel.feature.node.kubernetes.io/tdx': 'true' };
  const snp = { 'amd.feature.node.kubernetes.io/snp': 'true' };
  const conflict = (first: Raw, second: Raw, spec: Raw = {}): string | undefined =>
    findTeeConflict(
      snapshotOf({
        nodes: [worker('a', { labels: first }), worker('b', { labels: second })],
        kataConfigs: [kataConfig(undefined, {}, {}, spec)],
        machineConfigPools: pools,
      }),
    )?.meaning;

  it('of two platforms in the selected pool are a warning with the error of the operator', () => {
    assert.match(
      conflict(tdx, snp) ?? '',
      /tdx=true is on a, and .*snp=true is on b\..*`multiple TEE platforms detected; only one per cluster supported`$/,
    );
  });

  it('of one platform, of nodes that are not selected, or of platforms that the operator does not read are fine', () => {
    assert.equal(conflict(tdx, tdx), undefined);
    assert.equal(conflict(tdx, { 'ibm.feature.node.kubernetes.io/se': 'true' }), undefined);
    assert.equal(
      conflict({ ...tdx, kata: 'yes' }, snp, { kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } }),
      undefined,
    );
  });
});
