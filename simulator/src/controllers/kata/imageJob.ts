/**
 * Simulates how the operator manages the pod VM image. It starts a job that creates or deletes the image, and evaluates
 * the result.
 * Source: openshift/sandboxed-containers-operator@0bbc7c7f controllers/image_generator.go.
 */
import { operatorNamespace, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { providerNamed } from '#core/peerPods/providers.ts';
import { getList, getMap, getNumber, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import { isConditionTrue } from '../framework/conditions.ts';
import { recordEvent } from '../framework/events.ts';
import { configMaps, infrastructures, jobs, secrets } from '../framework/resourceNames.ts';
import { getOperandVersion } from '../olm/operandVersion.ts';
import { imageJob } from './operatorObjects.ts';

/** Current state of the image. */
export type ImageState =
  | 'done'
  | 'unsupported'
  | 'running'
  /** The job failed. The operator doesn't retry automatically. */
  | 'failed'
  /** The job can't start because of missing settings. The operator retries. */
  | 'invalid'
  | 'unknown';

/** The requested action on the image. */
export type ImageAction = 'creation' | 'deletion';

/** Returns the name of the job. */
export function getImageJobName(action: ImageAction): string {
  return `osc-podvm-image-${action}`;
}

/** Performs the next step of creating or deleting the image. */
export function workOnImage(client: Client, action: ImageAction): ImageState {
  const provider = cloudProvider(client);
  const knowledge = providerNamed(provider);
  const key = knowledge?.imageKey;
  if (knowledge?.imageBuild !== 'yes' || key === undefined) return 'unsupported';
  const hasKeys = (data: object, keys: readonly string[]): boolean =>
    keys.every((name) => (getString(data, name) ?? '') !== '');
  if (
    !hasKeys(configData(client), knowledge.operatorConfigKeys) ||
    !hasKeys(secretData(client), knowledge.operatorSecretKeys)
  )
    return 'invalid';
  ensureImageConfig(client, provider);
  const name = getImageJobName(action);
  const image = getString(configData(client), key) ?? '';
  if ((image !== '') === (action === 'creation')) {
    client.remove(jobs, { name, namespace: operatorNamespace }, { propagationPolicy: 'Orphan' });
    return 'done';
  }
  const env = action === 'creation' ? [] : [{ name: provider === 'aws' ? 'AMI_ID' : 'IMAGE_ID', value: image }];
  const job = client.get(jobs, name, operatorNamespace);
  if (job !== undefined) return judge(client, job);
  return client.create(jobs, imageJob(name, provider, env, getOperandVersion(client))).ok ? 'running' : 'unknown';
}

function judge(client: Client, job: KubeObject): ImageState {
  const { name } = job.metadata;
  const report = (reason: string, message: string, action: string, type: 'Normal' | 'Warning' = 'Normal'): void =>
    recordEvent(client, job, {
      reason,
      message: `PodVM image job (${name}) ${message}`,
      type,
      action,
      component: 'image-generator',
    });
  if (isConditionTrue(job, 'Failed') && (getNumber(job, 'status', 'failed') ?? 0) > 0) {
    report('PodVMImageJobFailed', 'failed', 'Check the logs for the job', 'Warning');
    client.remove(jobs, { name, namespace: operatorNamespace }, { propagationPolicy: 'Orphan' });
    return 'failed';
  }
  if (isConditionTrue(job, 'Complete') && (getNumber(job, 'status', 'succeeded') ?? 0) > 0) {
    report(
      'PodVMImageJobCompleted',
      'completed successfully',
      'Check the pod vm image details in peer-pods-cm configmap',
    );
    // The job should have set or cleared the ID. If it didn't, this state never changes.
    return 'running';
  }
  if (getList(job, 'status', 'conditions').length === 0 && (getNumber(job, 'status', 'active') ?? 0) > 0) {
    report('PodVMImageJobRunning', 'is running', 'Check the logs for the job');
    return 'running';
  }
  return 'unknown';
}

/** Returns the value of CLOUD_PROVIDER. If it isn't set, returns the platform of the cluster. */
export function cloudProvider(client: Client): string {
  const platform = getString(client.get(infrastructures, 'cluster'), 'status', 'platformStatus', 'type') ?? 'None';
  return getString(configData(client), 'CLOUD_PROVIDER') ?? platform.toLowerCase();
}

function configData(client: Client): object {
  return getMap(client.get(configMaps, peerPodsConfigMapName, operatorNamespace), 'data');
}

function secretData(client: Client): object {
  return getMap(client.get(secrets, peerPodsSecretName, operatorNamespace), 'data');
}

/** Creates the ConfigMap with the image settings from the product defaults. An existing one isn't changed. */
function ensureImageConfig(client: Client, provider: string): void {
  const name = `${provider}-podvm-image-cm`;
  const data = {
    PODVM_DISTRO: 'rhel',
    IMAGE_BASE_NAME: 'podvm-image',
    INSTALL_PACKAGES: 'no',
    DISABLE_CLOUD_CONFIG: 'true',
    UPDATE_PEERPODS_CM: 'yes',
    BOOT_FIPS: 'no',
  };
  client.ensure(configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: operatorNamespace },
    data,
  });
}
