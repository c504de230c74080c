/**
 * Parses an argument such as `pod/web-0` into an object reference. Knows the kinds that matter for OpenShift sandboxed
 * containers, with the same names as kubectl. Source: `kubectl api-resources` of Kubernetes 1.32 and OpenShift 4.20.
 */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { sanitizeLiteral, cutText } from '#core/text/sanitize.ts';

/** A kind with its names, as kubectl accepts them. */
export interface NamedKind extends Pick<ObjectReference, 'group' | 'version' | 'plural' | 'kind'> {
  readonly isNamespaced: boolean;
  /** Short names, such as `po`. */
  readonly short: readonly string[];
}

const kind = (
  apiVersion: string,
  plural: string,
  name: string,
  short: readonly string[] = [],
  isNamespaced = true,
): NamedKind => {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return { group, version, plural, kind: name, short, isNamespaced };
};

const others: readonly NamedKind[] = [
  kind('v1', 'pods', 'Pod', ['po']),
  kind('v1', 'namespaces', 'Namespace', ['ns'], false),
  kind('v1', 'replicationcontrollers', 'ReplicationController', ['rc']),
  kind('v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', ['pvc']),
  kind('apps/v1', 'replicasets', 'ReplicaSet', ['rs']),
  kind('apps/v1', 'statefulsets', 'StatefulSet', ['sts']),
  kind('batch/v1', 'cronjobs', 'CronJob', ['cj']),
  kind('apps.openshift.io/v1', 'deploymentconfigs', 'DeploymentConfig', ['dc']),
];

const shortNames: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ['cm'],
  DaemonSet: ['ds'],
  Deployment: ['deploy'],
  Node: ['no'],
  MachineConfig: ['mc'],
  MachineConfigPool: ['mcp'],
  ClusterServiceVersion: ['csv'],
  InstallPlan: ['ip'],
  OperatorGroup: ['og'],
  Subscription: ['sub'],
};

/** The kinds, with those that the extension watches. */
const kinds: readonly NamedKind[] = [
  ...others,
  ...Object.values(watchedKinds).map(({ group, version, plural, kind: name, scope }) => ({
    group,
    version,
    plural,
    kind: name,
    isNamespaced: scope !== 'cluster',
    short: shortNames[name] ?? [],
  })),
];

/** Matches the name of an object. Source: Kubernetes, "Object Names and IDs". */
const objectName = /^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$/;

/**
 * Parses `KIND/NAME`. The kind can be singular, plural, short, or with its API group.
 * @param namespace namespace of the object, if its kind has one
 * @param served kinds that the API server has, in addition to those that this module knows
 * @returns an English message if the kind is unknown or the argument isn't valid
 */
export function parseObjectArgument(
  argument: string,
  namespace: string,
  served?: readonly NamedKind[],
): Result<ObjectReference, string> {
  const [wanted = '', name = '', ...rest] = argument.split('/');
  if (name === '' || rest.length > 0)
    return fail(`expected KIND/NAME, such as pod/web-0, instead of ${quoted(argument)}`);
  const found = findKind(wanted, kinds) ?? findKind(wanted, served ?? []);
  if (found === undefined)
    return fail(
      served === undefined
        ? `unknown kind ${quoted(wanted)}. Known kinds: ${kinds.map(({ kind: one }) => one.toLowerCase()).join(', ')}`
        : `the cluster has no kind ${quoted(wanted)}. To list its kinds, run "oc api-resources"`,
    );
  if (!objectName.test(name)) return fail(`${quoted(name)} isn't a valid object name`);
  return succeed(namedReference(found, name, namespace));
}

/** Returns whether this module knows the kind of an argument such as `pod/web-0`. */
export function isKnownKind(argument: string): boolean {
  return findKind(argument.split('/')[0] ?? '', kinds) !== undefined;
}

/** Returns the reference to an object of a kind. */
export function namedReference(
  { group, version, plural, kind: one, isNamespaced }: NamedKind,
  name: string,
  namespace: string,
): ObjectReference {
  return { group, version, plural, kind: one, name, ...(isNamespaced ? { namespace } : {}) };
}

function findKind(wanted: string, among: readonly NamedKind[]): NamedKind | undefined {
  const lower = wanted.toLowerCase();
  return among.find(({ group, plural, kind: one, short }) =>
    [one.toLowerCase(), plural, ...short].some(
      (alias) => lower === alias || (group !== '' && lower === `${alias}.${group}`),
    ),
  );
}

function quoted(text: string): string {
  return `"${cutText(sanitizeLiteral(text), 80)}"`;
}
