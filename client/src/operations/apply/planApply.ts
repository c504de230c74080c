/**
 * Determines the effect of applying objects through a server-side dry run of each one. Doesn't change the cluster.
 * Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList, getMap, getString } from '#core/common/json.ts';
import {
  isEqual,
  listChangedPaths,
  type FieldConflict,
  type PlannedObject,
} from '#core/operations/changes/plannedObject.ts';
import { fieldManager } from '#core/operations/changes/clusterChange.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ApiProblem, ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { isSecretReference } from '#client/kubernetes/read/readableKinds.ts';
import { removeHiddenFields } from '#client/clusters/documents/objectYaml.ts';
import { readClusterObject } from '#client/kubernetes/read/readObjects.ts';
import { isMissingRight } from '../engine/run/planRejection.ts';
import type { RestMapper } from './restMapper.ts';

export interface PlanOptions {
  readonly map: RestMapper;
  readonly signal: AbortSignal;
}

export interface ApplyPlan {
  readonly objects: readonly (PlannedObject & {
    /** True if applying the object changes nothing. */
    readonly unchanged: boolean;
  })[];
}

/** Plans the objects in order. The error names the object that can't be applied and the reason. */
export async function planApply(
  connection: Pick<Connection, 'ask' | 'send'>,
  objects: readonly KubernetesManifest[],
  options: PlanOptions,
): Promise<Result<ApplyPlan, string>> {
  const { map, signal } = options;
  const out: ApplyPlan['objects'][number][] = [];
  const made: ObjectReference[] = [];
  for (const given of objects) {
    const label = `${getString(given, 'kind') ?? ''} ${getString(given, 'metadata', 'name') ?? ''}`;
    const mapped = await map(given);
    if (!mapped.ok) return fail(`${label}: ${mapped.error}`);
    const reference = mapped.value;
    const object = ready(given, reference);
    const now = await readClusterObject(connection, reference, signal);
    if (!now.ok && now.error.kind !== 'notFound') return fail(`${label}: ${sanitizeLine(now.error.message)}`);
    const before = now.ok && isJsonObject(now.value) ? now.value : undefined;
    const { tried, conflicts } = await tryApply(connection, reference, object, { signal });
    if (!tried.ok && !comesFromEarlier(tried.error, reference, made))
      return fail(`${label}: ${refusal(reference, tried.error)}`);
    // For a Secret, only the fields that may be shown are kept from the response.
    const expected =
      tried.ok && isJsonObject(tried.value)
        ? isSecretReference(reference)
          ? withoutValues(tried.value)
          : tried.value
        : undefined;
    const unchanged =
      tried.ok && isJsonObject(tried.value) && before !== undefined && isUnchanged(reference, before, tried.value);
    if (before === undefined) made.push(reference);
    out.push({
      reference,
      object,
      unchanged,
      ...(before === undefined ? {} : { before }),
      ...(expected === undefined ? {} : { expected }),
      ...(conflicts.length === 0 ? {} : { conflicts }),
    });
  }
  return succeed({ objects: out });
}

/** How to send a dry run. */
export interface DryRunOptions {
  readonly signal: AbortSignal;
  /** Field manager that applies the object. Default: this extension. */
  readonly manager?: string;
}

/** The result of a dry run. */
export interface TriedApply {
  /** The object that the server would store. If there are conflicts, it includes the fields of other field managers. */
  readonly tried: ApiResult<unknown>;
  /** The fields that the apply would take over. */
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Sends the object as a server-side apply dry run. If other field managers set some of its fields to different values,
 * sends it again with force.
 */
export async function tryApply(
  connection: Pick<Connection, 'send'>,
  reference: ObjectReference,
  object: KubernetesManifest,
  { signal, manager = fieldManager }: DryRunOptions,
): Promise<TriedApply> {
  const send = async (force: boolean): Promise<ApiResult<unknown>> =>
    connection.send(getObjectPath(reference), {
      method: 'PATCH',
      contentType: 'application/apply-patch+yaml',
      query: { fieldManager: manager, fieldValidation: 'Strict', dryRun: 'All', ...(force ? { force } : {}) },
      body: object,
      signal,
    });
  const tried = await send(false);
  const conflicts = tried.ok ? [] : listConflicts(tried.error);
  return conflicts.length === 0 ? { tried, conflicts } : { tried: await send(true), conflicts };
}

/** Prepares an object for sending: sets its namespace and removes fields that only the server writes. */
export function ready(object: KubernetesManifest, { namespace }: ObjectReference): KubernetesManifest {
  const { status: _, ...rest } = object;
  const metadata = { ...(isJsonObject(object['metadata']) ? object['metadata'] : {}) };
  for (const field of ['managedFields', 'resourceVersion', 'uid', 'generation', 'creationTimestamp', 'selfLink'])
    delete metadata[field];
  return { ...rest, metadata: { ...metadata, ...(namespace === undefined ? {} : { namespace }) } };
}

/** Returns only the metadata of a Secret, including its managed fields. */
function withoutValues(raw: KubernetesManifest): KubernetesManifest {
  const shown = removeHiddenFields(raw, 'Secret');
  const managedFields = getList(raw, 'metadata', 'managedFields');
  return { ...shown, metadata: { ...getMap(shown, 'metadata'), managedFields } };
}

/**
 * Returns whether applying the object changes nothing. For Secrets, compares only the metadata, because the server
 * keeps the resource version of an unchanged object.
 */
function isUnchanged(reference: ObjectReference, before: KubernetesManifest, after: KubernetesManifest): boolean {
  const same = getString(before, 'metadata', 'resourceVersion') === getString(after, 'metadata', 'resourceVersion');
  if (isSecretReference(reference))
    return same && isEqual(stampless(before), stampless(after)) && dataUnchanged(before, after);
  return listChangedPaths(before, after).length === 0;
}

function stampless(object: KubernetesManifest): unknown {
  return [removeHiddenFields(object, 'Secret')['metadata']];
}

/**
 * Returns whether the managed fields are equal. They differ if applying the object changes a value, because this
 * extension then becomes the field manager of the value.
 */
function dataUnchanged(before: KubernetesManifest, after: KubernetesManifest): boolean {
  return isEqual(getList(before, 'metadata', 'managedFields'), getList(after, 'metadata', 'managedFields'));
}

/** Returns whether a dry run failed because its namespace or its kind is created by an earlier object. */
export function comesFromEarlier(
  { kind }: ApiProblem,
  { group, namespace }: ObjectReference,
  made: readonly ObjectReference[],
): boolean {
  if (kind !== 'notFound') return false;
  return made.some(
    (one) =>
      (one.kind === 'Namespace' && one.name === namespace) ||
      (one.kind === 'CustomResourceDefinition' && one.name.endsWith(`.${group}`)),
  );
}

/** Kinds of errors whose message can quote the request body. */
const repeating: ReadonlySet<ApiProblem['kind']> = new Set(['invalid', 'forbidden', 'conflict', 'server', 'badAnswer']);

/**
 * Returns whether the object contains Secret values. Checks the kind in addition to the API path, because the path
 * comes from the cluster.
 */
function holdsValues(reference: ObjectReference): boolean {
  return isSecretReference(reference) || reference.kind === 'Secret';
}

/** Returns the fields that a server-side apply would take from other field managers. */
function listConflicts({ kind, details }: ApiProblem): readonly FieldConflict[] {
  if (kind !== 'conflict') return [];
  return getList(details, 'details', 'causes')
    .slice(0, 50)
    .filter((cause) => getString(cause, 'reason') === 'FieldManagerConflict')
    .map((cause) => {
      const manager = /conflict with "([^"]{1,100})"/.exec(getString(cause, 'message') ?? '')?.[1];
      const field = sanitizeLine(getString(cause, 'field') ?? '', 100);
      return manager === undefined ? { field } : { field, manager };
    });
}

/** Describes a rejection. */
export function refusal(reference: ObjectReference, problem: ApiProblem): string {
  const { kind, message } = problem;
  // The message can quote the invalid value, such as `expected string, got 1234`.
  if (!holdsValues(reference) || !repeating.has(kind) || isMissingRight(problem)) return sanitizeLine(message);
  return l10n.t`the API server rejected the object. The error message is hidden because it might contain Secret values. To see the message, run \`oc apply --server-side --dry-run=server -f FILE\`.`;
}

/** Names the fields that other field managers set to different values, and these managers. */
export function describeConflicts(conflicts: readonly FieldConflict[]): string {
  const managers = [...new Set(conflicts.map(({ manager }) => manager ?? l10n.t`another field manager`))];
  const fields = conflicts.map(({ field }) => field);
  return l10n.t`${formatNames(managers)} set ${formatNames(fields, 5)} to different values.`;
}
