/**
 * Creates OpenShift console URLs of objects. Source: openshift/console frontend, resourcePathFromModel: built-in kinds
 * by their plural, others by group~version~Kind.
 */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/**
 * The ConfigMap in which OpenShift publishes the address of its console. All logged-in users can read it. Source:
 * openshift/console-operator, ConfigMap console-public.
 */
export const consoleConfigMap: ObjectReference = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespace: 'openshift-config-managed',
  name: 'console-public',
};

/** Kubernetes API groups whose kinds the console addresses by their plural. */
const builtIn: readonly string[] = ['', 'apps', 'batch'];

/**
 * Returns the console URL of an object.
 * @param console URL of the console, without a trailing slash
 */
export function consoleUrl(
  console: string,
  { group, version, plural, kind, name, namespace }: ObjectReference,
): string {
  const where = namespace === undefined ? 'cluster' : `ns/${encodeURIComponent(namespace)}`;
  const what = builtIn.includes(group) ? plural : `${group}~${version}~${kind}`;
  return `${console}/k8s/${where}/${encodeURIComponent(what)}/${encodeURIComponent(name)}`.replaceAll('%7E', '~');
}

/**
 * Reads the address of the console that a cluster publishes. Returns undefined if it isn't a plain HTTPS
 * address, because links are built from it.
 * @param text value of `consoleURL` in the ConfigMap console-public
 * @returns URL without a trailing slash
 */
export function readConsoleUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  return url.href.replace(/\/+$/, '');
}
