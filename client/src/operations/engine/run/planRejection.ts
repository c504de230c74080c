/** How a run goes on when a cluster does not take a change: one answer for each way of going wrong. Pure. */
import * as l10n from '@vscode/l10n';
import { getList, getString } from '#core/common/json.ts';
import { describeChange, type ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { namesWords } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { isSecretReference } from '#client/kubernetes/read/readableKinds.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';

export type RejectionPlan =
  /** There is nothing left to do. */
  | { readonly how: 'over' }
  /** Something is not ready: tried again soon, and not for ever. */
  | { readonly how: 'soon'; readonly words: string }
  /**
   * The cluster doesn't respond, or rejects the login: the operation continues automatically.
   * @property unsure it may have arrived
   */
  | { readonly how: 'away'; readonly words: string; readonly unsure: boolean; readonly after?: number }
  /** Another hand was there: the cluster is looked at anew. */
  | { readonly how: 'changed'; readonly words: string }
  /** It goes on when somebody says so. */
  | { readonly how: 'blocked'; readonly words: string };

/** Characters of what a server says. */
const longest = 400;

export function planRejection(change: ClusterChange, problem: ApiProblem): RejectionPlan {
  // It may repeat what stands in it.
  const said = isSecretReference(change.target) ? '' : sanitizeLine(problem.message, longest);
  const what = describeChange(change);
  switch (problem.kind) {
    case 'forbidden':
      return forbidden(change, problem, said);
    case 'unauthorized':
    case 'credentials':
      return {
        how: 'away',
        words: l10n.t`The cluster rejects the login. Log in again. The operation then continues automatically. ${said}`,
        unsure: false,
      };
    case 'network':
    case 'timeout':
    case 'tooMany':
    case 'badAnswer':
      return {
        how: 'away',
        words: l10n.t`${what}: the cluster doesn't respond. The extension retries automatically. ${said}`,
        unsure: true,
        ...(problem.retryAfter === undefined ? {} : { after: problem.retryAfter }),
      };
    case 'server':
      return isWebhookAway(problem)
        ? {
            how: 'soon',
            words: l10n.t`${what}: the operator webhook isn't ready yet. The extension retries automatically. ${said}`,
          }
        : {
            how: 'away',
            words: l10n.t`${what}: the cluster can't accept the change now. The extension retries automatically. ${said}`,
            unsure: true,
          };
    case 'notFound':
      if (change.how === 'delete') return { how: 'over' };
      return {
        how: 'blocked',
        words: l10n.t`${what}: the kind, the namespace, or the object doesn't exist on the cluster. ${said}`,
      };
    case 'conflict':
      return conflict(change, problem, said);
    case 'readOnly':
      return { how: 'blocked', words: l10n.t`${said} Disable the setting, then continue.` };
    case 'aborted':
      return {
        how: 'away',
        words: l10n.t`${what}: the connection was closed. The extension retries automatically.`,
        unsure: true,
      };
    default:
      return {
        how: 'blocked',
        words:
          said === ''
            ? l10n.t`${what}: the API server rejected the change. Its message isn't shown because it might contain Secret values.`
            : l10n.t`${what}: the API server rejected the change. ${said}`,
      };
  }
}

/** What cannot be asked for yet because an earlier change of the plan makes it is no fault. */
export function isNotThereYet({ kind }: ApiProblem): boolean {
  return kind === 'notFound';
}

/** Source: kubernetes/kubernetes@v1.31.0 staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors. */
function isWebhookAway({ message, details }: ApiProblem): boolean {
  return /failed calling webhook|failed to call webhook/i.test(`${message} ${getString(details, 'message') ?? ''}`);
}

function forbidden(change: ClusterChange, { details, message }: ApiProblem, said: string): RejectionPlan {
  const what = describeChange(change);
  const { group, plural, namespace } = change.target;
  if (causes(details).some(({ reason }) => reason === 'NamespaceTerminating'))
    return {
      how: 'away',
      words: l10n.t`${what}: namespace ${namespace ?? ''} is being deleted and doesn't accept new objects.`,
      unsure: false,
    };
  const verb = missingVerb(details, message);
  // Quotas and webhooks say no in the same way.
  if (verb === undefined)
    return { how: 'blocked', words: l10n.t`${what}: the cluster doesn't allow the change. ${said}` };
  const resource = group === '' ? plural : `${plural}.${group}`;
  const command = `oc auth can-i ${verb} ${resource}${namespace === undefined ? '' : ` -n ${namespace}`}`;
  return {
    how: 'blocked',
    words:
      namespace === undefined
        ? l10n.t`You don't have permission to ${verb} ${resource}. Request it from an administrator, then continue. To check the permission, run: ${command}`
        : l10n.t`You don't have permission to ${verb} ${resource} in ${namespace}. Request it from an administrator, then continue. To check the permission, run: ${command}`,
  };
}

/** The user has no such right; quotas, webhooks and namespaces that go away say no with the same status. */
export function isMissingRight({ kind, details, message }: ApiProblem): boolean {
  return kind === 'forbidden' && missingVerb(details, message) !== undefined;
}

function missingVerb(details: unknown, said: string): string | undefined {
  return /cannot (\w+) (?:resource|path)/.exec(getString(details, 'message') ?? said)?.[1];
}

function conflict(change: ClusterChange, { details }: ApiProblem, said: string): RejectionPlan {
  const what = describeChange(change);
  if (change.how !== 'apply')
    return { how: 'changed', words: l10n.t`${what}: the object changed in the meantime. Reading it again.` };
  const fields = causes(details).filter(({ reason }) => reason === 'FieldManagerConflict');
  // Of another kind: two wrote at once.
  if (fields.length === 0)
    return { how: 'changed', words: l10n.t`${what}: the object changed in the meantime. Reading it again.` };
  const managers = [
    ...new Set(
      fields.map(({ message }) => /conflict with "([^"]+)"/.exec(message)?.[1] ?? l10n.t`another field manager`),
    ),
  ];
  const names = [...new Set(fields.map(({ field }) => field))];
  return {
    how: 'blocked',
    words:
      l10n.t`${what}: ${namesWords(managers)} set ${namesWords(names, 5)} to different values. The extension doesn't override other field managers. Change the values there, or keep them and start the operation again. ${said}`.trim(),
  };
}

function causes(
  details: unknown,
): readonly { readonly reason: string; readonly message: string; readonly field: string }[] {
  return getList(details, 'details', 'causes')
    .slice(0, 50)
    .map((cause) => ({
      reason: getString(cause, 'reason') ?? '',
      message: sanitizeLine(getString(cause, 'message') ?? '', longest),
      field: sanitizeLine(getString(cause, 'field') ?? '', 100),
    }));
}
