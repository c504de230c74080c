/**
 * Creates the objects for the examples of these rules. Except for the lines that an example demonstrates, the objects
 * are valid.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';

/**
 * Returns a ConfigMap or Secret in the operator namespace. Lines below `section` are indented and can include the marks
 * of examples.
 */
export function objectWith(
  kind: 'ConfigMap' | 'Secret',
  name: string,
  section: string,
  ...lines: readonly string[]
): string {
  return `
apiVersion: v1
kind: ${kind}
metadata:
  name: ${name}
  namespace: ${operatorNamespace}
${section}:
${indented(lines)}`;
}

export const configMap = (name: string, ...lines: readonly string[]): string =>
  objectWith('ConfigMap', name, 'data', ...lines);
export const secret = (section: 'data' | 'stringData', ...lines: readonly string[]): string =>
  objectWith('Secret', 'peer-pods-secret', section, ...lines);

/**
 * Returns the documented OperatorGroup with these lines as its spec. Their indentation is kept, and a leading line
 * break is removed.
 */
export function operatorGroupWith(spec: string): string {
  return `
apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata:
  name: sandboxed-containers-operator-group
  namespace: ${operatorNamespace}
spec:
${spec.replace(/^\n/, '')}
`;
}

/**
 * Returns the documented Subscription with these lines in its spec. They replace documented lines with the same key.
 */
export function subscriptionWith(...lines: readonly string[]): string {
  const given = new Set(lines.map(nameIn));
  const right = [
    'channel: stable',
    'name: sandboxed-containers-operator',
    'source: redhat-operators',
    'sourceNamespace: openshift-marketplace',
  ];
  return `
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata:
  name: sandboxed-containers-operator
  namespace: ${operatorNamespace}
spec:
${indented([...right.filter((line) => !given.has(nameIn(line))), ...lines])}`;
}

/** Returns a NodeFeatureDiscovery with these lines as its spec. Their indentation is kept. */
export function nodeFeaturesWith(spec: string): string {
  return `
apiVersion: nfd.openshift.io/v1
kind: NodeFeatureDiscovery
metadata:
  name: nfd-kata
  namespace: openshift-nfd
spec:
${spec}`;
}

/** Returns a NodeFeatureDiscovery with this configuration of the worker. Marks of examples aren't indented. */
export const workerConfigWith = (configData: string): string =>
  nodeFeaturesWith(`  workerConfig:\n    configData: |\n${configData.replace(/^(?=[^#\n])/gm, '      ')}`);

/** Returns an additional file for an example. It contains a peer-pods-cm that specifies only its cloud provider. */
export const otherFileFor = (provider: string): Readonly<Record<string, string>> => ({
  'peer-pods-cm.yaml': configMap('peer-pods-cm', `CLOUD_PROVIDER: "${provider}"`).trimStart(),
});

/**
 * Indents the lines. A mark under a key (`# ^^^`) must start in the first column, because otherwise there is no space
 * for `#` before the key.
 */
function indented(lines: readonly string[]): string {
  return lines.map((line) => (line.startsWith('# ^') ? `${line}\n` : `  ${line}\n`)).join('');
}

function nameIn(line: string): string {
  return /^\w+/.exec(line)?.[0] ?? '';
}
