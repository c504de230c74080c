/**
 * Runs the runbooks for settings twice, with bash and kubectl on a simulated cluster: runbooks for any cluster, and
 * runbooks for a cluster that was read.
 */
import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, test } from 'node:test';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { newestRelease } from '#core/product/releases.ts';
import {
  chooseEligibility,
  chooseFeatureGates,
  chooseInstanceTypes,
  chooseLogLevel,
  chooseNodes,
  choosePeerPodsLimit,
  choosePullSecret,
} from '#server/cli/settingChoices.ts';
import { createRunbookOfSetting, renderScript, type ChooseSetting } from '#server/cli/settingRunbook.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { createOffline, type offlineSettings } from './offlineRunbooks.ts';
import { runbookCluster, type RunbookCluster } from './runbookCluster.ts';

const kubectl = findKubectl() ?? '';
const skip =
  (process.env['ORACLE_KUBECONFIG'] ?? '') !== ''
    ? 'the simulator alone has an operator'
    : kubectl === ''
      ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one'
      : false;

const operator = ['-n', 'openshift-sandboxed-containers-operator'] as const;

interface SettingRun {
  readonly scenario: string;
  /** Objects that exist before the first run. */
  readonly before?: readonly unknown[];
  /** Answers to the questions of the script after the first one. `CLUSTER` is the name that the user types. */
  readonly answers: readonly string[];
  /** Answers of the second run. Default: none, because nothing changes. */
  readonly again?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of kubectl, and its output afterwards. */
  readonly result: readonly (readonly [args: readonly string[], output: RegExp])[];
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The DaemonSet of cloud-api-adaptor. */
const adaptor = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'osc-caa-ds', namespace: operator[1] },
  spec: {
    selector: { matchLabels: { app: 'caa' } },
    template: {
      metadata: { labels: { app: 'caa' } },
      spec: { containers: [{ name: 'caa', image: 'quay.io/example/caa:1.0' }] },
    },
  },
};

/** A pull secret with a login for another registry. */
const pullSecret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'pull-secret', namespace: 'default' },
  type: 'kubernetes.io/dockerconfigjson',
  data: { '.dockerconfigjson': base64('{"auths": {"old.example": {"auth": "b2xk"}}}') },
};

const value = (kind: string, path: string, ...where: readonly string[]) => [
  'get',
  kind,
  ...where,
  '-o',
  `jsonpath=${path}`,
];

const runs: Readonly<Partial<Record<keyof typeof offlineSettings, SettingRun>>> = {
  'log level': {
    scenario: 'two-workers-installed',
    answers: ['CLUSTER'],
    result: [[value('kataconfig', '{.items[0].spec.logLevel}'), /^debug$/]],
  },
  'labeled nodes': {
    scenario: 'two-workers-installed',
    answers: ['CLUSTER'],
    result: [
      [
        value('kataconfig', '{.items[0].spec.kataConfigPoolSelector}'),
        /^\{"matchLabels":\{"example\.com\/kata":"yes"\}\}$/,
      ],
      [value('nodes', '{.items[*].metadata.name}', '-l', 'example.com/kata=yes'), /^worker-0$/],
    ],
  },
  'all nodes': {
    scenario: 'two-workers-installed',
    answers: [],
    result: [[value('kataconfig', '{.items[0].spec.kataConfigPoolSelector}'), /^$/]],
  },
  'eligible nodes': {
    scenario: 'two-workers-installed',
    answers: ['y'],
    result: [
      [
        value('nodes', '{.items[*].metadata.name}', '-l', 'feature.node.kubernetes.io/runtime.kata=true'),
        /^worker-0 worker-1$/,
      ],
    ],
  },
  'eligibility check': {
    scenario: 'two-workers-installed',
    answers: ['CLUSTER'],
    result: [[value('kataconfig', '{.items[0].spec.checkNodeEligibility}'), /^true$/]],
  },
  'feature gates': {
    scenario: 'two-workers-installed',
    answers: ['CLUSTER'],
    result: [[value('configmap/osc-feature-gates', '{.data}', ...operator), /^\{"confidential":"false"\}$/]],
  },
  'peer pods': {
    scenario: 'two-workers-installed',
    answers: ['y'],
    env: { PEER_PODS_SECRET_AWS_ACCESS_KEY_ID: 'AKIA' },
    result: [
      [value('configmap/peer-pods-cm', '{.data.TAGS}', ...operator), /^it's=\$\(id\)$/],
      [value('secret/peer-pods-secret', '{.data.AWS_ACCESS_KEY_ID}', ...operator), /^QUtJQQ==$/],
    ],
  },
  NFD: {
    scenario: 'uninstall-blocked-by-pods',
    answers: ['y'],
    result: [[value('nodefeaturediscovery/nfd-kata', '{.metadata.name}', '-n', 'openshift-nfd'), /^nfd-kata$/]],
  },
  'peer pods limit': {
    scenario: 'peer-pods',
    before: [adaptor],
    answers: ['y'],
    result: [
      [value('configmap/peer-pods-cm', '{.data.PEERPODS_LIMIT_PER_NODE}', ...operator), /^7$/],
      [
        value(
          'daemonset/osc-caa-ds',
          String.raw`{.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}`,
          ...operator,
        ),
        /^2026-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      ],
      [
        value(
          'daemonset/osc-caa-ds',
          '{.status.updatedNumberScheduled} {.status.numberAvailable} of {.status.desiredNumberScheduled}',
          ...operator,
        ),
        /^(\d+) \1 of \1$/,
      ],
    ],
  },
  'instance types': {
    scenario: 'peer-pods',
    answers: ['y'],
    result: [
      [
        value('configmap/peer-pods-cm', '{.data.PODVM_INSTANCE_TYPE} {.data.PODVM_INSTANCE_TYPES}', ...operator),
        /^t3\.small t3\.small,t3\.large$/,
      ],
    ],
  },
  'pull secret of the cluster': {
    scenario: 'two-workers',
    answers: ['y'],
    result: [[value('serviceaccount/default', '{.imagePullSecrets[*].name}', '-n', 'default'), /\bpull-secret\b/]],
  },
  'pull secret of a file': {
    scenario: 'two-workers',
    before: [pullSecret],
    answers: ['y'],
    env: { PULL_SECRET_DOCKERCONFIGJSON: '{"auths": {"new.example": {"auth": "bmV3"}}}' },
    result: [
      [
        value('secret/pull-secret', String.raw`{.data.\.dockerconfigjson}`, '-n', 'default'),
        new RegExp(`^${base64('{"auths":{"new.example":{"auth":"bmV3"},"old.example":{"auth":"b2xk"}}}')}$`),
      ],
    ],
  },
};

/** Options of `osc-tools runbook` for the settings above, by name. */
const choices: Readonly<Partial<Record<keyof typeof runs, ChooseSetting>>> = {
  'log level': chooseLogLevel('debug'),
  'labeled nodes': chooseNodes({ label: 'example.com/kata=yes', nodes: ['worker-0'] }),
  'all nodes': chooseNodes({}),
  'eligibility check': chooseEligibility({ nfd: false, check: true, nodes: [] }),
  'feature gates': chooseFeatureGates(['confidential=false', 'timeTravel-'], newestRelease),
  'peer pods limit': choosePeerPodsLimit(7),
  'eligible nodes': chooseEligibility({ nfd: false, check: false, nodes: ['worker-0', 'worker-1'] }),
  NFD: chooseEligibility({ nfd: true, check: false, nodes: [] }),
  'instance types': chooseInstanceTypes({
    defaultType: 't3.small',
    types: 't3.small,t3.large',
    release: newestRelease,
  }),
  'pull secret of the cluster': choosePullSecret({
    namespace: 'default',
    name: 'pull-secret',
    isOfCluster: true,
    isLinked: true,
  }),
  'pull secret of a file': choosePullSecret({
    namespace: 'default',
    name: 'pull-secret',
    isOfCluster: false,
    isLinked: true,
  }),
};

function changesOn({ simulation }: RunbookCluster): number {
  return simulation.audit.entries.filter(({ method }) => method !== 'GET' && method !== 'HEAD').length;
}

/** Creates the script that runs on a cluster. */
type CreateScript = (cluster: RunbookCluster) => Promise<string>;

/** Runs a script twice on a new cluster. */
async function runTwice(
  { scenario: id, before: existing = [], answers, again = [], env = {}, result }: SettingRun,
  create: CreateScript,
  typed: (cluster: RunbookCluster) => string,
): Promise<void> {
  const cluster = await runbookCluster(scenarioNamed(id) ?? assert.fail(), kubectl);
  try {
    for (const object of existing) {
      const created = await cluster.kubectl('apply', '-f', cluster.write('object.json', JSON.stringify(object)));
      assert.equal(created.code, 0, created.said);
    }
    const script = await create(cluster);
    const input = (texts: readonly string[]): string => [...texts, ''].join('\n').replaceAll('CLUSTER', typed(cluster));
    const first = await cluster.run(script, input(answers), env);
    assert.equal(first.code, 0, first.said);
    for (const secret of Object.values(env)) assert.ok(!first.said.includes(secret), first.said);
    for (const [args, output] of result) assert.match((await cluster.kubectl(...args)).said, output);
    const before = changesOn(cluster);
    const second = await cluster.run(script, input(again), env);
    assert.equal(second.code, 0, second.said);
    assert.equal(changesOn(cluster), before, second.said);
  } finally {
    await cluster.close();
  }
}

describe('runbook for a setting of any cluster', { skip }, () => {
  for (const [name, run] of Object.entries(runs))
    test(`reaches the result, and changes nothing the second time: ${name}`, () =>
      runTwice(
        { ...run, answers: ['y', ...run.answers], again: ['y', ...(run.again ?? [])] },
        () =>
          // Object.entries loses the type of the keys.
          Promise.resolve(renderBashRunbook(createOffline(name as keyof typeof offlineSettings), renderManifestYaml)),
        ({ simulation }) => simulation.url,
      ));
});

describe('runbook for a setting of the cluster of --context', { skip }, () => {
  for (const [name, choose] of Object.entries(choices))
    test(`reaches the result, and changes nothing the second time: ${name}`, () => {
      const run = runs[name as keyof typeof runs] ?? assert.fail();
      return runTwice(
        run,
        async ({ kubeconfig, simulation }) => {
          const context = currentContext(simulation.kubeconfig);
          const created = await createRunbookOfSetting({ context, kubeconfig }, choose);
          assert.ok(created.problem === undefined, created.problem);
          return renderScript(created.runbook);
        },
        ({ simulation }) => currentContext(simulation.kubeconfig),
      );
    });
});
