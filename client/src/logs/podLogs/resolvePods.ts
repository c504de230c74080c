/** Finds out how the API selects the pods of a target. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { getList, getString, omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { getCollectionPath, getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { getName } from '#core/cluster/objects/clusterObject.ts';
import { sandboxVersions } from '#core/kubernetes/agentSandboxKinds.ts';
import { podNameOfSandbox, podSelectorOf, type PodLogTarget } from '#core/logs/pods/podLogTarget.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import type { PodQuery } from './podFeed.ts';

export interface ResolvedPods {
  readonly query: PodQuery;
  /** True if the logs end when the pods have finished. */
  readonly endsWithPods: boolean;
}

/** Maximum number of Jobs of a CronJob whose pods are selected. */
const mostJobs = 50;

/** Returns the query for the pods of a target. The error is a message for the user. */
export async function resolvePods(
  connection: Pick<Connection, 'ask'>,
  { namespace, pods, node }: PodLogTarget,
  signal: AbortSignal,
): Promise<Result<ResolvedPods, string>> {
  const base = { namespace, ...omitUndefined({ node }) };
  switch (pods.kind) {
    case 'pod':
      return succeed({ query: { ...base, name: pods.name }, endsWithPods: true });
    case 'labels':
      return succeed({ query: { ...base, labelSelector: pods.selector }, endsWithPods: false });
    case 'namespace':
      return succeed({ query: base, endsWithPods: false });
    default: {
      const [first] = pods.owners;
      if (first?.kind === 'Sandbox') {
        const name = await findSandboxPod(connection, first, signal);
        return name.ok ? succeed({ query: { ...base, name: name.value }, endsWithPods: true }) : name;
      }
      const found = await selectorOf(connection, pods.owners, signal);
      if (!found.ok) return found;
      const endsWithPods = pods.owners.every(({ kind }) => kind === 'Job');
      return succeed({ query: { ...base, labelSelector: found.value }, endsWithPods });
    }
  }
}

/** Returns the label selector of the first workload that exists. */
async function selectorOf(
  connection: Pick<Connection, 'ask'>,
  owners: readonly ObjectReference[],
  signal: AbortSignal,
): Promise<Result<string, string>> {
  let missing: string | undefined;
  for (const owner of owners) {
    if (owner.kind === 'CronJob') return cronJobSelector(connection, owner, signal);
    const answer = await connection.ask(getObjectPath(owner), { signal });
    if (answer.ok) {
      const selector = podSelectorOf(answer.value);
      return selector === undefined
        ? fail(l10n.t`${owner.kind} ${owner.name} doesn't select any pods.`)
        : succeed(selector);
    }
    if (answer.error.kind !== 'notFound') return fail(unreadable(owner, answer.error));
    missing ??= doesNotExist(owner);
  }
  return fail(missing ?? '');
}

/** Returns the name of the pod of a Sandbox. An early version of agent-sandbox serves only the last version. */
async function findSandboxPod(
  connection: Pick<Connection, 'ask'>,
  owner: ObjectReference,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  for (const version of sandboxVersions) {
    const answer = await connection.ask(getObjectPath({ ...owner, version }), { signal });
    const name = answer.ok ? podNameOfSandbox(answer.value) : undefined;
    if (name !== undefined) return succeed(name);
    if (!answer.ok && answer.error.kind !== 'notFound') return fail(unreadable(owner, answer.error));
  }
  return fail(doesNotExist(owner));
}

/** Returns a selector for the pods of the Jobs that a CronJob created. */
async function cronJobSelector(
  connection: Pick<Connection, 'ask'>,
  owner: ObjectReference,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  const answer = await connection.ask(getCollectionPath({ ...owner, plural: 'jobs' }), {
    signal,
    query: { limit: 500 },
  });
  if (!answer.ok) return fail(unreadable(owner, answer.error));
  const names = getList(answer.value, 'items')
    .filter((job) =>
      getList(job, 'metadata', 'ownerReferences').some(
        (one) => getString(one, 'kind') === 'CronJob' && getString(one, 'name') === owner.name,
      ),
    )
    .flatMap((job) => getName(job, 'metadata', 'name') ?? []);
  return names.length === 0
    ? fail(l10n.t`CronJob ${owner.name} has no jobs, so it has no pods.`)
    : succeed(`job-name in (${names.slice(-mostJobs).join(',')})`);
}

function doesNotExist({ kind, name, namespace = '' }: ObjectReference): string {
  return l10n.t`${kind} ${name} doesn't exist in namespace ${namespace}.`;
}

function unreadable({ kind, name }: ObjectReference, { message }: ApiProblem): string {
  return l10n.t("Can't read {0}: {1}", `${kind} ${name}`, message);
}
