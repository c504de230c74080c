/**
 * Compares objects with a cluster through a server-side dry run of each one. Default values, and fields of other field
 * managers that the objects don't contain, don't count as differences. Changes nothing. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { getString, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { listChangedPaths, type PlannedObject } from '#core/operations/changes/plannedObject.ts';
import type { ObjectComparison } from '#core/operations/comparison/objectComparison.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import { isSecretReference } from '#client/kubernetes/read/readableKinds.ts';
import { comesFromEarlier, describeConflicts, ready, refusal, tryApply } from '../apply/planApply.ts';
import { createRestMapper, type RestMapper } from '../apply/restMapper.ts';
import { isMissingRight } from '../engine/run/planRejection.ts';
import { splitVersion } from '#core/operations/changes/references.ts';
import { renderComparison } from '../apply/comparison.ts';
import type { FolderObject } from './readPaths.ts';
import { hideSecretValues } from './secretValues.ts';

export interface CompareOptions {
  /** Namespace of objects that don't specify one. */
  readonly namespace: string;
  /** Field manager that applies the objects. Default: this extension. */
  readonly manager?: string;
  readonly signal: AbortSignal;
  /** Called after each object, with the number of compared objects. */
  readonly onProgress?: (done: number) => void;
}

/** A compared object. */
export interface ComparedObject extends ObjectComparison {
  /** Undefined if the cluster doesn't provide the kind. */
  readonly reference?: ObjectReference;
  /** The fields that other field managers set to different values, as a sentence. Applying takes them over. */
  readonly conflict?: string;
  /** The object as it's sent, with both states. Undefined if it can't be compared. For a Secret, without values. */
  readonly planned?: PlannedObject;
}

/** Maximum number of concurrent requests. */
const together = 8;

/** Problems after which no other object can be compared. */
const fatal: ReadonlySet<ApiProblem['kind']> = new Set(['unauthorized', 'credentials', 'network', 'tls', 'aborted']);

type Compared = Result<ComparedObject, ApiProblem>;

/** Everything that the comparison of one object needs. */
interface Comparing extends CompareOptions {
  readonly connection: Pick<Connection, 'ask' | 'send'>;
  readonly map: RestMapper;
  readonly all: readonly FolderObject[];
}

/**
 * Compares the objects, and returns one result for each, in the same order. Fails only if the cluster doesn't respond
 * or rejects the login.
 */
export async function compareObjects(
  connection: Pick<Connection, 'ask' | 'send'>,
  objects: readonly FolderObject[],
  options: CompareOptions,
): Promise<Result<readonly ComparedObject[], ApiProblem>> {
  const map = createRestMapper(connection, options.namespace, options.signal);
  const out: ComparedObject[] = [];
  const problems: ApiProblem[] = [];
  let [next, done] = [0, 0];
  const work = async (): Promise<void> => {
    for (let index = next; index < objects.length && problems.length === 0; index = next) {
      next += 1;
      const one = objects[index];
      if (one === undefined) return;
      const compared = await compareOne(one, { ...options, connection, map, all: objects });
      if (!compared.ok) problems.push(compared.error);
      else out[index] = compared.value;
      done += 1;
      options.onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  const [problem] = problems;
  return problem === undefined ? succeed(out) : fail(problem);
}

async function compareOne(one: FolderObject, comparing: Comparing): Promise<Compared> {
  const { object, file } = one;
  const own = getString(object, 'metadata', 'namespace');
  const identity = {
    apiVersion: getString(object, 'apiVersion') ?? '',
    kind: getString(object, 'kind') ?? '',
    name: getString(object, 'metadata', 'name') ?? '',
    ...(own === undefined ? {} : { namespace: own }),
    file,
  };
  const mapped = await comparing.map(object);
  if (!mapped.ok) {
    const defined = definedReference(comparing, object);
    if (defined === undefined) return succeed({ ...identity, verdict: 'notComparable', reason: mapped.error });
    const planned = { reference: defined, object: ready(object, defined) };
    return succeed({ ...identity, ...created(object, identity.kind), reference: defined, planned });
  }
  const reference = mapped.value;
  const { namespace } = reference;
  const placed = { ...identity, reference, ...(namespace === undefined ? {} : { namespace }) };
  const compared = await compareStates(reference, ready(object, reference), comparing);
  return compared.ok ? succeed({ ...placed, ...compared.value }) : compared;
}

type Comparison = Pick<ComparedObject, 'verdict' | 'texts' | 'reason' | 'managers' | 'conflict' | 'planned'>;

async function compareStates(
  reference: ObjectReference,
  object: KubernetesManifest,
  { connection, signal, manager, all }: Comparing,
): Promise<Result<Comparison, ApiProblem>> {
  const now = await connection.ask(getObjectPath(reference), { signal });
  if (!now.ok && now.error.kind !== 'notFound') return notComparable(reference, now.error, 'get');
  const live = now.ok && isJsonObject(now.value) ? now.value : undefined;
  const how = { signal, ...(manager === undefined ? {} : { manager }) };
  const { tried, conflicts } = await tryApply(connection, reference, object, how);
  if (!tried.ok) {
    const missing = missingNamespace(reference, tried.error, all);
    if (missing === undefined) return notComparable(reference, tried.error, 'patch');
    return succeed({
      ...created(object, reference.kind),
      planned: { reference, object },
      ...(missing === '' ? {} : { reason: missing }),
    });
  }
  if (!isJsonObject(tried.value))
    return succeed({ verdict: 'notComparable', reason: l10n.t`the server returned no object` });
  const isSecret = isSecretReference(reference) || reference.kind === 'Secret';
  const { before, after } = isSecret ? hideSecretValues(live, tried.value) : { before: live, after: tried.value };
  const planned = {
    reference,
    object,
    expected: after,
    ...(before === undefined ? {} : { before }),
    ...(conflicts.length === 0 ? {} : { conflicts }),
  };
  if (before === undefined) return succeed({ ...created(after, reference.kind), planned });
  if (listChangedPaths(before, after).length === 0) return succeed({ verdict: 'same', planned });
  const managers = [...new Set(conflicts.map((one) => one.manager ?? l10n.t`another field manager`))];
  return succeed({
    verdict: 'different',
    texts: renderComparison(before, after),
    planned,
    ...(managers.length === 0 ? {} : { managers, conflict: describeConflicts(conflicts) }),
  });
}

/** Returns the result for an object that applying creates. */
function created(object: KubernetesManifest, kind: string): Comparison {
  const shown = kind === 'Secret' ? hideSecretValues(undefined, object).after : object;
  return { verdict: 'onlyInFolder', texts: renderComparison(undefined, shown) };
}

/** Returns the result for an object that the server refuses. Other objects are still compared. */
function notComparable(
  reference: ObjectReference,
  problem: ApiProblem,
  verb: 'get' | 'patch',
): Result<Comparison, ApiProblem> {
  if (fatal.has(problem.kind)) return fail(problem);
  const { group, plural, namespace } = reference;
  const resource = group === '' ? plural : `${plural}.${group}`;
  const reason = isMissingRight(problem)
    ? namespace === undefined
      ? l10n.t`You don't have permission to ${verb} ${resource}.`
      : l10n.t`You don't have permission to ${verb} ${resource} in namespace ${namespace}.`
    : refusal(reference, problem);
  return succeed({ verdict: 'notComparable', reason });
}

/**
 * Returns whether an object can't be created because its namespace doesn't exist: an empty text if the files contain
 * the namespace, a sentence if they don't, and undefined if there's another reason.
 */
function missingNamespace(
  reference: ObjectReference,
  problem: ApiProblem,
  all: readonly FolderObject[],
): string | undefined {
  const { namespace } = reference;
  const references = all
    .filter(({ object }) => ['Namespace', 'CustomResourceDefinition'].includes(getString(object, 'kind') ?? ''))
    .map(({ object }) => ({
      ...reference,
      kind: getString(object, 'kind') ?? '',
      name: getString(object, 'metadata', 'name') ?? '',
    }));
  if (comesFromEarlier(problem, reference, references)) return '';
  const named = getString(problem.details, 'details', 'kind');
  return problem.kind === 'notFound' && namespace !== undefined && named === 'namespaces'
    ? l10n.t`Namespace ${namespace} doesn't exist.`
    : undefined;
}

/**
 * Returns the reference of an object whose CustomResourceDefinition is in the files. Undefined if the files don't
 * contain it.
 */
function definedReference({ all, namespace }: Comparing, object: JsonObject): ObjectReference | undefined {
  const [group, version] = splitVersion(getString(object, 'apiVersion') ?? '');
  const [kind, name] = [getString(object, 'kind') ?? '', getString(object, 'metadata', 'name') ?? ''];
  const definition = all.find(
    ({ object: other }) =>
      getString(other, 'kind') === 'CustomResourceDefinition' &&
      getString(other, 'spec', 'group') === group &&
      getString(other, 'spec', 'names', 'kind') === kind,
  )?.object;
  const plural = getString(definition, 'spec', 'names', 'plural') ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{0,252}$/.test(plural)) return undefined;
  const reference = { group, version, plural, kind, name };
  return getString(definition, 'spec', 'scope') === 'Cluster'
    ? reference
    : { ...reference, namespace: getString(object, 'metadata', 'namespace') ?? namespace };
}
