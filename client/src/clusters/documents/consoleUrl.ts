/**
 * Where the console of OpenShift shows an object. Source: openshift/console frontend, resourcePathFromModel: built-in
 * kinds by their plural, others by group~version~Kind.
 */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/** Groups of Kubernetes whose kinds the console knows by their plural. */
const builtIn: readonly string[] = ['', 'apps', 'batch'];

/** @param console the address of the console, without a slash at its end */
export function consoleUrl(
  console: string,
  { group, version, plural, kind, name, namespace }: ObjectReference,
): string {
  const where = namespace === undefined ? 'cluster' : `ns/${encodeURIComponent(namespace)}`;
  const what = builtIn.includes(group) ? plural : `${group}~${version}~${kind}`;
  return `${console}/k8s/${where}/${encodeURIComponent(what)}/${encodeURIComponent(name)}`.replaceAll('%7E', '~');
}
