/** Provides what the rules for ClusterExtensions share. */
import { documentedSubscription, operatorNamespace } from '#core/product/namespaces.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, getYamlString, type YamlNode } from '#server/engine/yaml/node.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';

/** Source of the fields and their values. */
export const clusterExtensionSource =
  'operator-framework/operator-controller@df2c201d api/v1/clusterextension_types.go';
/** Source of how the operator is installed with OLM v1. */
export const migrationSource = 'openshift/sandboxed-containers-operator@24f3950d docs/olm/MIGRATION.md';

const packagePath = ['spec', 'source', 'catalog', 'packageName'];

/** Returns the value of `packageName` as a node. */
export function findPackageName({ root }: Manifest): YamlNode | undefined {
  return findYamlNode(root, packagePath);
}

/** Returns whether a ClusterExtension installs the OSC operator, or is meant to. */
export function isOperatorExtension({ root }: Manifest): boolean {
  const name = getYamlString(root, packagePath);
  return (
    name !== undefined &&
    (name.includes('sandboxed-containers') || findNearestName(name, [documentedSubscription.package])?.sure === true)
  );
}

/**
 * Returns a ClusterExtension as upstream writes it, for examples. Lines below `spec:` and below `catalog:` are added
 * with their indentation, and can include the marks of examples.
 */
export function extensionWith({
  spec = [],
  catalog = [],
  packageName = documentedSubscription.package,
}: {
  readonly spec?: readonly string[];
  readonly catalog?: readonly string[];
  readonly packageName?: string;
} = {}): string {
  return [
    '\napiVersion: olm.operatorframework.io/v1',
    'kind: ClusterExtension',
    'metadata:\n  name: sandboxed-containers',
    `spec:\n  namespace: ${operatorNamespace}`,
    ...spec,
    '  serviceAccount:\n    name: sandboxed-containers-installer',
    '  source:\n    sourceType: Catalog\n    catalog:',
    `      packageName: ${packageName}`,
    ...catalog,
    '',
  ].join('\n');
}
