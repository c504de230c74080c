/**
 * Simulates what the operator creates for peer pods at the end of an installation and deletes at the end of an
 * uninstall. Source: openshift/sandboxed-containers-operator@00b58ece controllers/peerpods.go. There is one difference:
 * the real operator never reports a failed job, because it resets the condition before writing the status. The
 * simulator keeps the condition, as earlier releases do, so that the failure is visible.
 */
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import {
  configMaps,
  daemonSets,
  deployments,
  machineConfigs,
  mutatingWebhooks,
  runtimeClasses,
  secrets,
  services,
} from '../framework/resourceNames.ts';
import {
  finished,
  imageCreation,
  imageDeletion,
  unsupportedProvider,
  type ImageTexts,
  type InProgress,
} from './inProgressCondition.ts';
import type { KataConfigStatusDraft } from './kataConfigStatus.ts';
import { workOnImage, type ImageState } from './imageJob.ts';
import { getOperandVersion } from '../olm/operandVersion.ts';
import * as objects from './operatorObjects.ts';
import { kataNodeSelector, poolName } from './nodeSelection.ts';

/** What the operator does after a step. */
export type ReconcileResult =
  /** Continues with the next step. */
  | 'goOn'
  /** Writes the status and waits for the next event. */
  | 'stop'
  /** Writes the status and reconciles again after a delay. */
  | 'again';

/** Adds the runtime configuration for the nodes before the installation. The operator never deletes it. */
export function ensurePeerPodsConfigs(client: Client, converged: boolean): void {
  for (const config of objects.peerPodsConfigs(poolName(converged))) client.ensure(machineConfigs, config);
}

/** Enables peer pods at the end of an installation. */
export function enablePeerPods(
  client: Client,
  kataConfig: KubeObject,
  converged: boolean,
  draft: KataConfigStatusDraft,
): ReconcileResult {
  const pullSecret = client.get(secrets, 'pull-secret', 'openshift-config');
  if (pullSecret !== undefined) client.ensure(secrets, objects.pullSecret(pullSecret));
  const state = workOnImage(client, 'creation');
  draft.condition = wordsFor(state, imageCreation);
  if (state !== 'done' && state !== 'unsupported') return state === 'failed' ? 'stop' : 'again';
  if (client.get(configMaps, peerPodsConfigMapName, operatorNamespace) === undefined) return 'again';
  const version = getOperandVersion(client);
  client.ensure(daemonSets, objects.adaptor(kataConfig, kataNodeSelector(converged), version));
  const { deployment, service, configuration } = objects.webhookObjects(kataConfig, version);
  client.ensure(deployments, deployment);
  client.ensure(services, service);
  client.ensure(mutatingWebhooks, configuration);
  client.ensure(runtimeClasses, objects.runtimeClass(kataConfig, 'kata-remote', '120Mi', kataNodeSelector(converged)));
  if (!draft.runtimeClasses.includes('kata-remote')) draft.runtimeClasses = [...draft.runtimeClasses, 'kata-remote'];
  if (state === 'unsupported') return 'stop';
  draft.condition = finished;
  return 'goOn';
}

/** Disables peer pods at the end of an uninstall. */
export function disablePeerPods(client: Client, draft: KataConfigStatusDraft): ReconcileResult {
  const here = (name: string): { readonly name: string; readonly namespace: string } => ({
    name,
    namespace: operatorNamespace,
  });
  client.remove(daemonSets, here(objects.adaptorName));
  client.remove(deployments, here(objects.webhookName));
  client.remove(services, here(objects.webhookServiceName));
  client.remove(mutatingWebhooks, { name: objects.webhookConfigurationName });
  const state = workOnImage(client, 'deletion');
  draft.condition = wordsFor(state, imageDeletion);
  return ['done', 'unsupported', 'failed'].includes(state) ? 'goOn' : 'again';
}

function wordsFor(state: ImageState, { completed, running, failed, unknown }: ImageTexts): InProgress {
  const words: Readonly<Record<ImageState, InProgress>> = {
    done: completed,
    running,
    failed,
    invalid: failed,
    unsupported: unsupportedProvider,
    unknown,
  };
  return words[state];
}
