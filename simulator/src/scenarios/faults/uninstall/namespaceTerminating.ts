import { installOperator } from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { removeOperator, theNamespace, untilIsGone, wrongInstall } from '../faultSteps.ts';

const peerPod = {
  resource: { group: 'confidentialcontainers.org', plural: 'peerpods' },
  name: 'payments-resource-x7k2p',
  namespace: operatorNamespace,
};
const object = {
  apiVersion: 'confidentialcontainers.org/v1alpha1',
  kind: 'PeerPod',
  metadata: { name: peerPod.name, namespace: peerPod.namespace, finalizers: ['peer.pod/finalizer'] },
  spec: { cloudProvider: 'aws', instanceID: 'i-0a1b2c3d4e5f60718' },
};

/**
 * Scenario with a PeerPod whose finalizer blocks the deletion of the namespace. Source of the finalizer:
 * confidential-containers/cloud-api-adaptor src/peerpod-ctrl/controllers/peerpod_controller.go.
 */
export const namespaceTerminating: Scenario = wrongInstall(
  'install-namespace-terminating',
  'Two workers. The operator namespace is being deleted, but a PeerPod with a finalizer blocks the deletion.',
  {
    prelude: [
      ...installOperator,
      { resource: peerPod.resource, create: object },
      ...removeOperator,
      { delete: theNamespace },
      { until: { ...theNamespace, path: 'status.conditions.NamespaceFinalizersRemaining.status', is: 'True' } },
    ],
    steps: [
      { patch: peerPod, with: { metadata: { finalizers: null } } },
      untilIsGone(theNamespace),
      ...installOperator,
    ],
  },
);
