/**
 * Simulates how cloud-api-adaptor sets the maximum number of peer pods in the status of its node at startup. A changed
 * limit applies only after the cloud-api-adaptor pod is recreated. Source: openshift/cloud-api-adaptor@067d2068
 * src/cloud-api-adaptor/pkg/util/k8sops (AdvertiseExtendedResources); domain/02-peer-pods.md 2.2.
 */
import { operatorNamespace, peerPodsConfigMapName, peerPodsWebhookInfo } from '#core/product/namespaces.ts';
import { getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { findControllerOwner, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { configMaps, nodes, pods } from '../framework/resourceNames.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { isReadyPod } from '../framework/podTemplates.ts';
import { adaptorName } from './operatorObjects.ts';

const usual = '10';

/** The part of cloud-api-adaptor that updates its node. */
export const peerPodsCapacity: Controller = {
  name: 'peer pods capacity',
  manager: fieldManagers.cloudApiAdaptor,
  start: ({ client }) =>
    client.follow(pods, ({ type, object, previous }) => {
      const starts = type === 'MODIFIED' && isReadyPod(object) && !(previous !== undefined && isReadyPod(previous));
      if (
        starts &&
        object.metadata.namespace === operatorNamespace &&
        findControllerOwner(object)?.name === adaptorName
      )
        advertise(client, object);
    }),
};

function advertise(client: Client, pod: KubeObject): void {
  const limit =
    getString(client.get(configMaps, peerPodsConfigMapName, operatorNamespace), 'data', 'PEERPODS_LIMIT_PER_NODE') ??
    usual;
  const slots = { [peerPodsWebhookInfo.extendedResource]: limit };
  client.changeStatus(nodes, { name: getString(pod, 'spec', 'nodeName') ?? '' }, (status) => ({
    ...status,
    capacity: { ...getMap(status, 'capacity'), ...slots },
    allocatable: { ...getMap(status, 'allocatable'), ...slots },
  }));
}
