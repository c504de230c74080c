/**
 * Creates objects of other components that affect OpenShift sandboxed containers: in good, bad, and malformed
 * conditions. The cluster has no ImageContentSourcePolicy and no ClusterExtension. Sources:
 * openshift/machine-config-operator@7ff337a4f pkg/operator/status.go (messages of the ClusterOperator);
 * openshift/api@2a3d73913 config/v1/types_image_digest_mirror_set.go and types_image_tag_mirror_set.go;
 * confidential-containers/trustee-operator@185be600a api/v1alpha1/kbsconfig_types.go (`isReady` instead of conditions).
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import type { Seed } from '../engine/scenario.ts';

const hourMs = 3_600_000;
const trusteeGroup = 'confidentialcontainers.org';
const trusteeNamespace = 'trustee-operator-system';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Creates the objects. Each has existed for six hours. */
export function relatedObjects(now: number): readonly Seed[] {
  const since = formatKubernetesTime(now - 6 * hourMs);
  return [...clusterOperators(since), ...mirrorSets(), ...installerJobs(since), ...trustee(since)].map(
    ({ resource, object }) => ({
      resource,
      object: { ...object, metadata: { creationTimestamp: since, ...object.metadata } },
    }),
  );
}

function seed(
  resource: ResourceName,
  [version, kind, name, namespace]: readonly [version: string, kind: string, name: string, namespace?: string],
  fields: object,
): Seed {
  const apiVersion = resource.group === '' ? version : `${resource.group}/${version}`;
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  return { resource, object: { apiVersion, kind, metadata, ...fields } };
}

function changedAt(since: string, conditions: readonly Condition[]): readonly object[] {
  return conditions.map((condition) => ({ lastTransitionTime: since, ...condition }));
}

function clusterOperators(since: string): readonly Seed[] {
  const operator = (name: string, conditions: readonly Condition[]): Seed =>
    seed(names.clusterOperators, ['v1', 'ClusterOperator', name], {
      spec: {},
      status: {
        conditions: changedAt(since, conditions),
        versions: [{ name: 'operator', version: '4.21.9' }],
      },
    });
  const versions = '[{operator 4.21.9}]';
  return [
    operator('machine-config', [
      { type: 'Available', status: 'True', reason: 'AsExpected', message: `Cluster has deployed ${versions}` },
      { type: 'Progressing', status: 'False', message: 'Error while reconciling 4.21.9' },
      {
        type: 'Degraded',
        status: 'True',
        reason: 'RequiredPoolsFailed',
        message:
          'Failed to resync 4.21.9 because: required MachineConfigPool master is paused and cannot sync until it is unpaused',
      },
    ]),
    operator('operator-lifecycle-manager', [
      { type: 'Degraded', status: 'False', reason: 'AsExpected' },
      { type: 'Progressing', status: 'False', message: 'Deployed 0.0.0' },
      { type: 'Available', status: 'True' },
    ]),
    // Doesn't affect OpenShift sandboxed containers.
    operator('etcd', [{ type: 'Degraded', status: 'True', reason: 'NodeController_MasterNodesReady' }]),
  ];
}

function mirrorSets(): readonly Seed[] {
  const mirrors = [{ source: 'registry.redhat.io', mirrors: ['mirror.example.com/redhat'] }];
  const config = (plural: string): ResourceName => ({ group: 'config.openshift.io', plural });
  return [
    seed(config('imagedigestmirrorsets'), ['v1', 'ImageDigestMirrorSet', 'redhat'], {
      spec: { imageDigestMirrors: mirrors },
    }),
    seed(config('imagetagmirrorsets'), ['v1', 'ImageTagMirrorSet', 'redhat-tags'], {
      spec: { imageTagMirrors: mirrors },
      status: {},
    }),
  ];
}

function installerJobs(since: string): readonly Seed[] {
  const template = {
    spec: { restartPolicy: 'Never', containers: [{ name: 'installer', image: 'quay.io/example/a:1' }] },
  };
  const job = (name: string, conditions: readonly Condition[]): Seed =>
    seed(names.jobs, ['v1', 'Job', name, operatorNamespace], {
      spec: { backoffLimit: 0, template },
      status: { startTime: since, conditions: changedAt(since, conditions) },
    });
  return [
    job('installer-complete', [{ type: 'Complete', status: 'True' }]),
    job('installer-failed', [
      {
        type: 'Failed',
        status: 'True',
        reason: 'BackoffLimitExceeded',
        message: 'Job has reached the specified backoff limit',
      },
    ]),
  ];
}

function trustee(since: string): readonly Seed[] {
  const resource = (plural: string): ResourceName => ({ group: trusteeGroup, plural });
  const kbsConfig = (name: string, status: object): Seed =>
    seed(resource('kbsconfigs'), ['v1alpha1', 'KbsConfig', name, trusteeNamespace], {
      spec: { kbsConfigMapName: `${name}-kbs-config`, kbsServiceType: 'ClusterIP' },
      ...status,
    });
  return [
    seed(names.namespaces, ['v1', 'Namespace', trusteeNamespace], { status: { phase: 'Active' } }),
    definition('KbsConfig'),
    definition('TrusteeConfig'),
    seed(resource('trusteeconfigs'), ['v1alpha1', 'TrusteeConfig', 'trustee', trusteeNamespace], {
      spec: { profileType: 'Restrictive' },
      status: { isReady: true },
    }),
    kbsConfig('not-ready', { status: { isReady: false } }),
    kbsConfig('no-status', {}),
    kbsConfig('malformed', {
      status: {
        isReady: 'perhaps',
        conditions: [
          'text',
          { status: 'True' },
          { type: 'Ready', status: 'Maybe' },
          { type: 'Ready', status: 'False', reason: 'Twice', lastTransitionTime: since },
        ],
      },
    }),
  ];
}

function definition(kind: string): Seed {
  const plural = `${kind.toLowerCase()}s`;
  return seed(names.crds, ['v1', 'CustomResourceDefinition', `${plural}.${trusteeGroup}`], {
    spec: {
      group: trusteeGroup,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          subresources: { status: {} },
        },
      ],
    },
  });
}
