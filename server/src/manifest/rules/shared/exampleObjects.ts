/**
 * Texts that the examples of these rules are made of: objects that are right in every respect, with what is to be shown
 * in them.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';

/**
 * A ConfigMap or Secret in the operator's namespace. Lines below `section` are indented; marks stand among them as they
 * do in examples.
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
 * The OperatorGroup of the documents, with these lines as its spec, as they stand there; a line break before the first
 * does not count.
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
 * The Subscription of the documents, with these lines in its spec in place of those of the same name, or behind them.
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

/** A peer-pods-cm of another file, as far as it says which cloud it is for. */
export const otherFileFor = (provider: string): Readonly<Record<string, string>> => ({
  'peer-pods-cm.yaml': configMap('peer-pods-cm', `CLOUD_PROVIDER: "${provider}"`).trimStart(),
});

/** A mark under a key (`# ^^^`) stands in the first column: further right there is no room before what it points at. */
function indented(lines: readonly string[]): string {
  return lines.map((line) => (line.startsWith('# ^') ? `${line}\n` : `  ${line}\n`)).join('');
}

function nameIn(line: string): string {
  return /^\w+/.exec(line)?.[0] ?? '';
}
