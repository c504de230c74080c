/** Creates every runbook, with choices of every kind. */
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import {
  documentedInstallOptions,
  createInstallManifests,
  createKataConfigManifest,
  type InstallOptions,
} from '#core/operations/changes/installManifests.ts';
import { installExtensionRunbook, installRunbook } from '#core/operations/runbook/installRunbook.ts';
import { unknownCluster, type Runbook } from '#core/operations/runbook/runbook.ts';
import { createUninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { createUpdateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import { offlineRunbooks } from './offlineRunbooks.ts';
import { settingRunbooks } from './settingRunbooks.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';

const cluster = { context: "it's $(mine)", server: 'https://api.example.com:6443' };
const situation = { ...unknownCluster(), ...cluster };
const kataConfig = documentedInstallOptions.kataConfig;

/** Manifests with credentials that must not appear in any runbook. */
const peerPods: readonly KubernetesManifest[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'peer-pods-cm', namespace: operatorNamespace },
    data: { CLOUD_PROVIDER: 'aws', VXLAN_PORT: '9000', TAGS: "key=it's $(id) `id`", PODVM_AMI_ID: '' },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'peer-pods-secret', namespace: operatorNamespace },
    type: 'Opaque',
    stringData: { AWS_ACCESS_KEY_ID: 'canary', AWS_SECRET_ACCESS_KEY: 'canary' },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'ssh-key-secret', namespace: operatorNamespace },
    data: { 'id_rsa.pub': 'Y2FuYXJ5' },
  },
];

const answers: Readonly<Record<string, Partial<InstallOptions>>> = {
  documented: {},
  'by hand': { approval: 'Manual', startingCsv: 'sandboxed-containers-operator.v1.12.0' },
  mirrored: { source: 'mirror', sourceNamespace: 'mirrors', channel: 'stable' },
  eligible: {
    kataConfig: {
      ...kataConfig,
      checkNodeEligibility: true,
      selector: {
        matchLabels: { kata: 'true' },
        matchExpressions: [{ key: 'a/b', operator: 'In', values: ['x', 'y'] }],
      },
    },
  },
  'peer pods': { kataConfig: { ...kataConfig, enablePeerPods: true }, peerPods },
  'peer pods that are there': { kataConfig: { ...kataConfig, enablePeerPods: true, logLevel: 'debug' } },
};

const both = <T>(make: (known: boolean) => T): readonly T[] => [make(false), make(true)];

export const everyRunbook: Readonly<Record<string, Runbook>> = Object.fromEntries([
  ...Object.entries(answers).flatMap(([name, given]) =>
    both(
      (known) =>
        [
          `install, ${name}${known ? ', of a cluster' : ''}`,
          installRunbook(
            createInstallManifests({ ...documentedInstallOptions, ...given }),
            known ? situation : undefined,
          ),
        ] as const,
    ),
  ),
  ...both((known) => {
    const choices = {
      extension: { channel: 'stable', version: '1.13.x', watchesOwnNamespace: true },
      kataConfig: createKataConfigManifest(kataConfig),
    };
    return [
      `install, OLM v1${known ? ', of a cluster' : ''}`,
      installExtensionRunbook(choices, known ? situation : undefined),
    ] as const;
  }),
  ...both((enablePeerPods) =>
    both(
      (known) =>
        [
          `update ${enablePeerPods}${known ? ', of a cluster' : ''}`,
          createUpdateRunbook(createKataConfigManifest({ ...kataConfig, enablePeerPods }), known ? cluster : undefined),
        ] as const,
    ),
  ).flat(),
  ...both((namespace) =>
    both((crd) =>
      both(
        (known) =>
          [
            `uninstall ${namespace} ${crd}${known ? ', of a cluster' : ''}`,
            createUninstallRunbook({ namespace, crd }, known ? cluster : undefined),
          ] as const,
      ),
    ),
  ).flat(2),
  ...Object.entries(settingRunbooks()),
  ...Object.entries(offlineRunbooks(cluster)),
]);
