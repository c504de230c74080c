/** Determines how an operation continues after the cluster rejects a change. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { getList, getString } from '#core/common/json.ts';
import { describeChange, type ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { formatNames } from '#core/text/phrases.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { isSecretReference } from '#client/kubernetes/read/readableKinds.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';

export type RejectionPlan =
  /** Nothing is left to do. */
  | { readonly how: 'over' }
  /**
   * A webhook isn't ready. The change is retried soon, but only for a limited time.
   * @property message message of the API server
   */
  | { readonly how: 'soon'; readonly words: string; readonly message: string }
  /**
   * The cluster doesn't respond or rejects the login. The operation continues automatically.
   * @property unsure true if the change might have been applied
   */
  | { readonly how: 'away'; readonly words: string; readonly unsure: boolean; readonly after?: number }
  /** Another client changed the object. The cluster is read again. */
  | { readonly how: 'changed'; readonly words: string }
  /** The operation continues when the user selects Continue. */
  | { readonly how: 'blocked'; readonly words: string };

/** Maximum length of a server message in characters. */
const longest = 400;

export function planRejection(change: ClusterChange, problem: ApiProblem): RejectionPlan {
  // The message about a Secret can quote its values.
  const said = isSecretReference(change.target) ? '' : sanitizeLine(problem.message, longest);
  const what = describeChange(change);
  switch (problem.kind) {
    case 'forbidden':
      return forbidden(change, problem, said);
    case 'unauthorized':
    case 'credentials':
      return {
        how: 'away',
        words: `${l10n.t`The cluster rejected the login. Log in again, and the operation continues automatically.`}${getSentenceSeparator()}${said}`,
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
      return serverProblem(what, problem, said);
    case 'notFound':
      if (change.how === 'delete') return { how: 'over' };
      return {
        how: 'blocked',
        words: l10n.t`${what}: the kind, the namespace, or the object doesn't exist on the cluster. ${said}`,
      };
    case 'conflict':
      return conflict(change, problem, said);
    case 'readOnly':
      return { how: 'blocked', words: readOnlyHoldMessage() };
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

function serverProblem(what: string, problem: ApiProblem, said: string): RejectionPlan {
  return isWebhookAway(problem)
    ? {
        how: 'soon',
        words: l10n.t`${what}: the operator webhook isn't ready yet. The extension retries automatically. ${said}`,
        message: said,
      }
    : {
        how: 'away',
        words: l10n.t`${what}: the cluster can't accept the change now. The extension retries automatically. ${said}`,
        unsure: true,
      };
}

/** Returns whether the object doesn't exist yet. This isn't an error if an earlier change of the plan creates it. */
export function isNotThereYet({ kind }: ApiProblem): boolean {
  return kind === 'notFound';
}

/**
 * Returns whether a webhook isn't available. Source: kubernetes/kubernetes@v1.31.0
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors.
 */
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
  // Quotas and webhooks reject changes with the same status.
  if (verb === undefined)
    return { how: 'blocked', words: l10n.t`${what}: the cluster doesn't allow the change. ${said}` };
  const resource = group === '' ? plural : `${plural}.${group}`;
  const command = `oc auth can-i ${verb} ${resource}${namespace === undefined ? '' : ` -n ${namespace}`}`;
  return {
    how: 'blocked',
    words: l10n.t`You don't have permission to ${verb} ${resource}. Request the permission from an administrator, then continue the operation. To check the permission, run: ${command}`,
  };
}

/**
 * Returns whether the user lacks a permission. Quotas, webhooks, and namespaces that are being deleted return the same
 * status.
 */
export function isMissingRight({ kind, details, message }: ApiProblem): boolean {
  return kind === 'forbidden' && missingVerb(details, message) !== undefined;
}

function missingVerb(details: unknown, said: string): string | undefined {
  return /cannot (\w+) (?:resource|path)/.exec(getString(details, 'message') ?? said)?.[1];
}

function conflict(change: ClusterChange, { details }: ApiProblem, said: string): RejectionPlan {
  const what = describeChange(change);
  if (change.how !== 'apply')
    return {
      how: 'changed',
      words: l10n.t`${what}: another client changed the object at the same time. The extension is reading the object again.`,
    };
  const fields = causes(details).filter(({ reason }) => reason === 'FieldManagerConflict');
  // Without field conflicts, two clients wrote at the same time.
  if (fields.length === 0)
    return {
      how: 'changed',
      words: l10n.t`${what}: another client changed the object at the same time. The extension is reading the object again.`,
    };
  const managers = [
    ...new Set(
      fields.map(({ message }) => /conflict with "([^"]+)"/.exec(message)?.[1] ?? l10n.t`another field manager`),
    ),
  ];
  const names = [...new Set(fields.map(({ field }) => field))];
  return {
    how: 'blocked',
    words:
      l10n.t`${what}: ${formatNames(managers)} set ${formatNames(names, 5)} to different values. The extension doesn't override other field managers. Either change these values in the tool that manages them, or start the operation again and keep the existing values. ${said}`.trim(),
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

/**
 * Returns the message for a change that the osc.readOnly setting prevents.
 * @param alternatives sentences about what the user can do in this situation
 */
export const readOnlyMessage = (...alternatives: readonly string[]): string =>
  joinSentences(
    l10n.t`The osc.readOnly setting is enabled, so the extension doesn't change any cluster.`,
    ...alternatives,
  );

/**
 * Returns the message for an operation that can't start because of the osc.readOnly setting.
 * @param alternatives more sentences about what the user can do
 */
export const readOnlyStartMessage = (...alternatives: readonly string[]): string =>
  readOnlyMessage(l10n.t`Disable osc.readOnly, then try again.`, ...alternatives);

/** Returns the message for an operation in progress that the osc.readOnly setting stops. */
export const readOnlyHoldMessage = (): string =>
  readOnlyMessage(l10n.t`Disable osc.readOnly, then continue the operation.`);
