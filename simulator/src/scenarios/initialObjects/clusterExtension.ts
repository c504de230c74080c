/**
 * Defines the operator as a ClusterExtension: installed by OLM v1, without a Subscription. The objects that the
 * ClusterExtension installs aren't simulated. Source: operator-framework/operator-controller api/v1
 * clusterextension_types.go.
 */
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { packageName } from '#simulator/controllers/olm/bundle.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { Seed } from '../engine/scenario.ts';

const group = 'olm.operatorframework.io';

const definition: ObjectToWrite = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `clusterextensions.${group}` },
  spec: {
    group,
    names: { kind: 'ClusterExtension', listKind: 'ClusterExtensionList', plural: 'clusterextensions' },
    scope: 'Cluster',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Creates the CRD and the ClusterExtension. */
export function clusterExtension(born: string): readonly Seed[] {
  const condition = (type: string, status: 'True' | 'False', message: string): object => ({
    type,
    status,
    reason: 'Succeeded',
    message,
    lastTransitionTime: born,
  });
  const bundle = { name: `${documentedSubscription.startingCsvPrefix}1.12.0`, version: '1.12.0' };
  const extension: ObjectToWrite = {
    apiVersion: `${group}/v1`,
    kind: 'ClusterExtension',
    metadata: { name: packageName },
    spec: {
      namespace: operatorNamespace,
      serviceAccount: { name: 'osc-installer' },
      source: { sourceType: 'Catalog', catalog: { packageName, channels: [documentedSubscription.channel] } },
    },
    status: {
      conditions: [
        condition('Progressing', 'True', 'Desired state reached'),
        condition('Installed', 'True', `Installed bundle ${bundle.name} successfully`),
      ],
      install: { bundle },
    },
  };
  return [
    { resource: names.crds, object: definition },
    { resource: { group, plural: 'clusterextensions' }, object: extension },
  ];
}
