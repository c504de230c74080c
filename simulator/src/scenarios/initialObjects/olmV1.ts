/**
 * Defines the API of OLM v1 on clusters whose feature set allows the configuration of ClusterExtensions. Sources:
 * operator-framework/operator-controller@df2c201d api/v1/clusterextension_types.go; openshift/api config/v1
 * FeatureGate.
 */
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { Seed } from '../engine/scenario.ts';

const { group, plural } = names.clusterExtensions;

const definition: ObjectToWrite = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    names: { kind: 'ClusterExtension', listKind: 'ClusterExtensionList', plural },
    scope: 'Cluster',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Creates the CRD of ClusterExtensions and the feature set. */
export function olmV1(): readonly Seed[] {
  const featureGate: ObjectToWrite = {
    apiVersion: 'config.openshift.io/v1',
    kind: 'FeatureGate',
    metadata: { name: 'cluster' },
    spec: { featureSet: 'TechPreviewNoUpgrade' },
  };
  return [
    { resource: names.crds, object: definition },
    { resource: names.featureGates, object: featureGate },
  ];
}
