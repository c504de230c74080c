/** What applying objects would do, as the server itself says it: a dry run of each. Nothing is changed. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, listAt, mapAt, stringAt } from '#core/common/json.ts';
import { changedPaths, isEqual, type PlannedObject } from '#core/operations/changes/plannedObject.ts';
import { fieldManager } from '#core/operations/changes/clusterChange.ts';
import type { Manifest } from '#core/operations/lookups/lookup.ts';
import { apiPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { namesWords, oneLine } from '#core/text/phrases.ts';
import { failed, ok, type Result } from '#core/common/result.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import { isSecret } from '#client/kubernetes/read/readableKinds.ts';
import { shownObject } from '#client/clusters/documents/objectYaml.ts';
import { readObject } from '#client/kubernetes/read/readObjects.ts';
import { isMissingRight } from '../engine/planRejection.ts';
import type { Mapper } from './restMapper.ts';

export interface PlanOptions {
  readonly map: Mapper;
  readonly signal: AbortSignal;
  /** To compare: fields that others own count as ours. */
  readonly force?: boolean;
}

export interface ApplyPlan {
  readonly objects: readonly (PlannedObject & {
    /** Applying it changes nothing. */
    readonly unchanged: boolean;
  })[];
}

/** The error says which object is the obstacle, and why. */
export async function planApply(
  connection: Pick<Connection, 'ask' | 'send'>,
  objects: readonly Manifest[],
  options: PlanOptions,
): Promise<Result<ApplyPlan, string>> {
  const { map, signal, force = false } = options;
  const out: ApplyPlan['objects'][number][] = [];
  const made: ObjectReference[] = [];
  for (const given of objects) {
    const label = `${stringAt(given, 'kind') ?? ''} ${stringAt(given, 'metadata', 'name') ?? ''}`;
    const mapped = await map(given);
    if (!mapped.ok) return failed(`${label}: ${mapped.error}`);
    const reference = mapped.value;
    const object = ready(given, reference);
    const now = await readObject(connection, reference, signal);
    if (!now.ok && now.error.kind !== 'notFound') return failed(`${label}: ${oneLine(now.error.message)}`);
    const before = now.ok && isJsonObject(now.value) ? now.value : undefined;
    const tried = await dryRun(connection, reference, object, { force, signal });
    if (!tried.ok && !comesFromEarlier(tried.error, reference, made)) return failed(`${label}: ${refusal(reference, tried.error)}`);
    // Of a Secret, what came back is not looked at beyond what may be shown.
    const expected = tried.ok && isJsonObject(tried.value) ? (isSecret(reference) ? withoutValues(tried.value) : tried.value) : undefined;
    const unchanged = tried.ok && isJsonObject(tried.value) && before !== undefined && isUnchanged(reference, before, tried.value);
    if (before === undefined) made.push(reference);
    out.push({ reference, object, unchanged, ...(before === undefined ? {} : { before }), ...(expected === undefined ? {} : { expected }) });
  }
  return ok({ objects: out });
}

/** What the server would make of it. */
function dryRun(
  connection: Pick<Connection, 'send'>,
  reference: ObjectReference,
  object: Manifest,
  { force, signal }: { readonly force: boolean; readonly signal: AbortSignal },
): ReturnType<Connection['send']> {
  const query = { fieldManager, fieldValidation: 'Strict', dryRun: 'All', ...(force ? { force: true } : {}) };
  return connection.send(apiPath(reference), { method: 'PATCH', contentType: 'application/apply-patch+yaml', query, body: object, signal });
}

/** As it is sent: in its namespace, without what only a server writes. */
function ready(object: Manifest, { namespace }: ObjectReference): Manifest {
  const { status: _, ...rest } = object;
  const metadata = { ...(isJsonObject(object['metadata']) ? object['metadata'] : {}) };
  for (const field of ['managedFields', 'resourceVersion', 'uid', 'generation', 'creationTimestamp', 'selfLink']) delete metadata[field];
  return { ...rest, metadata: { ...metadata, ...(namespace === undefined ? {} : { namespace }) } };
}

/** Of a Secret: its metadata, with who manages which key. */
function withoutValues(raw: Manifest): Manifest {
  const shown = shownObject(raw, 'Secret');
  const managedFields = listAt(raw, 'metadata', 'managedFields');
  return { ...shown, metadata: { ...mapAt(shown, 'metadata'), managedFields } };
}

/** A server keeps the version of what does not change; of Secrets, nothing else is compared. */
function isUnchanged(reference: ObjectReference, before: Manifest, after: Manifest): boolean {
  const same = stringAt(before, 'metadata', 'resourceVersion') === stringAt(after, 'metadata', 'resourceVersion');
  if (isSecret(reference)) return same && isEqual(stampless(before), stampless(after)) && dataUnchanged(before, after);
  return changedPaths(before, after).length === 0;
}

function stampless(object: Manifest): unknown {
  return [shownObject(object, 'Secret')['metadata']];
}

/** Whether the generation of its fields by manager is the same: a value that changed is ours from then on. */
function dataUnchanged(before: Manifest, after: Manifest): boolean {
  return isEqual(listAt(before, 'metadata', 'managedFields'), listAt(after, 'metadata', 'managedFields'));
}

function comesFromEarlier({ kind }: ApiProblem, { group, namespace }: ObjectReference, made: readonly ObjectReference[]): boolean {
  if (kind !== 'notFound') return false;
  return made.some(
    (one) => (one.kind === 'Namespace' && one.name === namespace) || (one.kind === 'CustomResourceDefinition' && one.name.endsWith(`.${group}`)),
  );
}

/** The server has looked into what was sent. */
const repeating: ReadonlySet<ApiProblem['kind']> = new Set(['invalid', 'forbidden', 'conflict', 'server', 'badAnswer']);

/** By what it is called, too: where it is, the cluster says. */
function holdsValues(reference: ObjectReference): boolean {
  return isSecret(reference) || reference.kind === 'Secret';
}

/** Fields that somebody else has set are named, with who it was. */
function refusal(reference: ObjectReference, problem: ApiProblem): string {
  const { kind, message, details } = problem;
  const causes = listAt(details, 'details', 'causes').slice(0, 50);
  const owned = causes.filter((cause) => stringAt(cause, 'reason') === 'FieldManagerConflict');
  if (kind !== 'conflict' || owned.length === 0) {
    // What is wrong with a value is said with the value: `expected string, got 1234`.
    if (!holdsValues(reference) || !repeating.has(kind) || isMissingRight(problem)) return oneLine(message);
    return l10n.t`the cluster does not take it. What it says of a Secret is not repeated here: \`oc apply --server-side --dry-run=server\` shows it.`;
  }
  const managers = [...new Set(owned.map((cause) => /conflict with "([^"]{1,100})"/.exec(stringAt(cause, 'message') ?? '')?.[1] ?? l10n.t`somebody else`))];
  const fields = owned.map((cause) => oneLine(stringAt(cause, 'field') ?? '', 100));
  return l10n.t`${namesWords(managers)} has set ${namesWords(fields, 5)} to other values, and nothing is taken from others here. Change the file, or take it over with \`oc apply --server-side --force-conflicts\`.`;
}
