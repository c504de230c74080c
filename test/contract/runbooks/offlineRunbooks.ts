/** Creates the runbooks for settings of any cluster. */
import { createOfflineSettingRunbook, type Setting } from '#core/operations/runbook/settingRunbook.ts';
import type { Runbook } from '#core/operations/runbook/runbook.ts';

/** Time of the runbooks, in milliseconds since 1970. */
const now = Date.UTC(2026, 10, 20, 10, 41);

const label = { key: 'example.com/kata', value: 'yes', nodes: ['worker-0'] };
const pullSecret = {
  namespace: 'default',
  name: 'pull-secret',
  from: '',
  value: 'Y2FuYXJ5',
  serviceAccount: 'default',
};

/** Settings by name. */
export const offlineSettings = {
  'log level': { kind: 'logLevel', choices: { level: 'debug' } },
  'default log level': { kind: 'logLevel', choices: { level: 'info' } },
  'all nodes': { kind: 'nodes', choices: {} },
  'nodes by a label': {
    kind: 'nodes',
    choices: {
      selector: {
        matchLabels: { "kata's": '$(id)' },
        matchExpressions: [{ key: 'a/b', operator: 'Exists', values: [] }],
      },
    },
  },
  'labeled nodes': {
    kind: 'nodes',
    choices: { selector: { matchLabels: { [label.key]: label.value }, matchExpressions: [] }, label },
  },
  NFD: { kind: 'eligibility', choices: { how: 'nfd', nodes: [], check: false } },
  'eligible nodes': { kind: 'eligibility', choices: { how: 'labels', nodes: ['worker-0', 'worker-1'], check: false } },
  'eligibility check': { kind: 'eligibility', choices: { how: 'labels', nodes: [], check: true } },
  'feature gates': { kind: 'featureGates', choices: { gates: { confidential: 'false', timeTravel: undefined } } },
  'peer pods': {
    kind: 'peerPods',
    choices: {
      settings: { CLOUD_PROVIDER: 'aws', TAGS: "it's=$(id)" },
      credentials: { values: { AWS_ACCESS_KEY_ID: 'canary' }, given: now },
    },
  },
  'peer pods limit': { kind: 'peerPodsLimit', choices: { limit: 7 } },
  'instance types': {
    kind: 'instanceTypes',
    choices: { provider: 'aws', defaultType: 't3.small', types: ['t3.small', 't3.large'] },
  },
  'pull secret of the cluster': { kind: 'pullSecret', choices: { ...pullSecret, isOfCluster: true } },
  'pull secret of a file': { kind: 'pullSecret', choices: { ...pullSecret, isOfCluster: false } },
} as const satisfies Readonly<Record<string, Setting>>;

/** Creates a runbook for any cluster. */
export function createOffline(name: keyof typeof offlineSettings): Runbook {
  return createOfflineSettingRunbook(offlineSettings[name], undefined, now);
}

/** Returns the runbooks, for any cluster and for a cluster that only its address identifies. */
export function offlineRunbooks(cluster: NonNullable<Runbook['cluster']>): Readonly<Record<string, Runbook>> {
  return Object.fromEntries(
    Object.entries(offlineSettings).flatMap(([name, setting]) => [
      [`${name}, offline`, createOfflineSettingRunbook(setting, undefined, now)],
      [`${name}, of a cluster, offline`, createOfflineSettingRunbook(setting, cluster, now)],
    ]),
  );
}
