/**
 * Peer pods: what the operator adds for them at the end of the install, and takes away at the end of the uninstall.
 * Source: openshift/sandboxed-containers-operator@00b58ece controllers/peerpods.go. One thing differs: there, a failed
 * job is forgotten in the same pass (the condition is reset before it is written). Here it stays, as in the releases
 * before, so that it can be seen.
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
  type ImageWords,
  type InProgress,
} from './inProgressCondition.ts';
import type { KataConfigStatusDraft } from './kataConfigStatus.ts';
import { workOnImage, type ImageState } from './imageJob.ts';
import * as objects from './operatorObjects.ts';
import { kataNodeSelector, poolName } from './nodeSelection.ts';

/** What is to be done after a step. */
export type ReconcileResult =
  /** Go on with what comes next. */
  | 'goOn'
  /** Write the status; look again when something happens. */
  | 'stop'
  /** Write the status; look again after a while. */
  | 'again';

/** Before the install: the nodes get the configuration of the runtime along with it. Nobody takes it away again. */
export function ensurePeerPodsConfigs(client: Client, converged: boolean): void {
  for (const config of objects.peerPodsConfigs(poolName(converged))) client.ensure(machineConfigs, config);
}

/** At the end of the install. */
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
  client.ensure(daemonSets, objects.adaptor(kataConfig, kataNodeSelector(converged)));
  const { deployment, service, configuration } = objects.webhookObjects(kataConfig);
  client.ensure(deployments, deployment);
  client.ensure(services, service);
  client.ensure(mutatingWebhooks, configuration);
  client.ensure(runtimeClasses, objects.runtimeClass(kataConfig, 'kata-remote', '120Mi', kataNodeSelector(converged)));
  if (!draft.runtimeClasses.includes('kata-remote')) draft.runtimeClasses = [...draft.runtimeClasses, 'kata-remote'];
  if (state === 'unsupported') return 'stop';
  draft.condition = finished;
  return 'goOn';
}

/** At the end of the uninstall. */
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

function wordsFor(state: ImageState, { completed, running, failed, unknown }: ImageWords): InProgress {
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
