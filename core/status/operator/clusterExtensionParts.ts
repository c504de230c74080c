/**
 * Finds and explains ClusterExtensions, with which OLM v1 installs the operator. Source:
 * operator-framework/operator-controller@df2c201d api/v1/common_types.go (condition types and reasons).
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import type { ClusterExtension } from '#core/cluster/watchedKinds/clusterExtension.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { isKindNeeded } from '#core/cluster/optionalKinds.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { formatReason } from '#core/text/phrases.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { Explanation, Part } from '../explanation.ts';
import { isKnown, listItems } from '../snapshotIndex.ts';
import { findCsv, findSubscription } from './olmParts.ts';

const docs = installingOperator;

/** Maximum number of ClusterExtensions of the package with their own part. Normally, there is one. */
const mostParts = 5;

/** Reasons of the condition `Progressing` with which its message explains a problem. */
const problemReasons: ReadonlySet<string> = new Set([
  'Retrying',
  'Blocked',
  'InvalidConfiguration',
  'ProgressDeadlineExceeded',
]);

/** Returns whether OLM v1 has installed a version of the operator. */
function isExtensionInstalled({ conditions }: Pick<ClusterExtension, 'conditions'>): boolean {
  return findStatusCondition(conditions, 'Installed')?.status === 'True';
}

/**
 * Returns the ClusterExtension of the operator. Searches by package, because it can have any name. If there are
 * several, returns the one that is installed, otherwise the oldest.
 */
export function findClusterExtension(snapshot: Snapshot): ClusterExtension | undefined {
  const all = listItems(snapshot, 'clusterExtensions').toSorted(
    (one, other) => (one.created ?? 0) - (other.created ?? 0),
  );
  return all.find(isExtensionInstalled) ?? all[0];
}

/** Returns whether OLM has installed the operator, through a Subscription or a ClusterExtension. */
export function isOperatorInstalled(snapshot: Snapshot): boolean {
  const csv = findCsv(snapshot);
  if (csv !== undefined) return csv.phase === 'Succeeded';
  const extension = findClusterExtension(snapshot);
  return extension !== undefined && isExtensionInstalled(extension);
}

/** Returns whether the user can choose between OLM v0 and v1: the cluster has OLM v1, and the operator is missing. */
export function canChooseOlm(snapshot: Snapshot): boolean {
  return (
    isKnown(snapshot, 'clusterExtensions') &&
    findClusterExtension(snapshot) === undefined &&
    findSubscription(snapshot) === undefined &&
    findCsv(snapshot) === undefined
  );
}

/** Returns whether the cluster certainly has no ClusterExtension of the operator. */
export function lacksClusterExtension(snapshot: Snapshot): boolean {
  const { state } = snapshot.clusterExtensions;
  if (state.kind === 'absent' || isKnown(snapshot, 'clusterExtensions'))
    return findClusterExtension(snapshot) === undefined;
  return (
    state.kind !== 'forbidden' && isKnown(snapshot, 'clusterVersions') && !isKindNeeded('clusterExtensions', snapshot)
  );
}

/** Returns the parts of the ClusterExtensions: normally one. */
export function listExtensionParts(snapshot: Snapshot): readonly Part[] {
  const extensions = listItems(snapshot, 'clusterExtensions').slice(0, mostParts);
  const hasSubscription = findSubscription(snapshot) !== undefined;
  return extensions.map((extension) => ({
    id: `clusterExtension/${extension.name}`,
    name: extensions.length === 1 ? 'ClusterExtension' : `ClusterExtension ${extension.name}`,
    ...(hasSubscription ? explainConflict(extension) : explainClusterExtension(extension)),
  }));
}

function explainConflict({ name }: ClusterExtension): Explanation {
  return {
    health: 'failed',
    headline: l10n.t`Conflicts with the Subscription`,
    meaning: l10n.t`A ClusterExtension (OLM v1) and a Subscription for the operator conflict with each other.`,
    todo: l10n.t('To show the conditions, run `oc describe clusterextension {0}`.', name),
    docs,
  };
}

/** Explains a ClusterExtension of the operator by its conditions. */
export function explainClusterExtension(extension: ClusterExtension): Explanation {
  const { name, conditions, deleting, installedVersion } = extension;
  if (deleting !== undefined)
    return {
      health: 'busy',
      headline: l10n.t`Being deleted`,
      meaning: l10n.t`OLM v1 is deleting the operator and its CRDs.`,
      docs,
    };
  const progressing = findStatusCondition(conditions, 'Progressing');
  const problem = progressing !== undefined && problemReasons.has(progressing.reason) ? progressing : undefined;
  const title = installedVersion === undefined ? name : `OSC ${sanitizeLabel(installedVersion)}`;
  if (!isExtensionInstalled(extension)) return explainMissing(extension, problem?.message);
  if (problem !== undefined)
    return {
      health: 'attention',
      headline: l10n.t`${title}: change failed`,
      meaning: `${l10n.t`OLM v1 can't apply the ClusterExtension${formatReason(problem.message || problem.reason)}`}${getSentenceSeparator()}${l10n.t`The installed version keeps running.`}`,
      todo: fixTodo(extension, problem.message),
      docs,
    };
  if (progressing?.reason === 'RollingOut')
    return {
      health: 'busy',
      headline: l10n.t`${title}: being replaced`,
      meaning: l10n.t`OLM v1 is installing another version.`,
      docs,
    };
  const deprecated = findStatusCondition(conditions, 'Deprecated');
  if (deprecated?.status === 'True')
    return {
      health: 'attention',
      headline: l10n.t`${title}: deprecated`,
      meaning: l10n.t`The catalog marks the version, the channel, or the package as deprecated${formatReason(deprecated.message)}`,
      docs,
    };
  return { health: 'ok', headline: title, meaning: l10n.t`OLM v1 installed the operator.`, docs };
}

/** Explains why OLM v1 hasn't installed a version. */
function explainMissing(extension: ClusterExtension, problem: string | undefined): Explanation {
  const installed = findStatusCondition(extension.conditions, 'Installed');
  if (problem === undefined)
    return {
      health: 'busy',
      headline: l10n.t`Not installed yet`,
      meaning: l10n.t`OLM v1 hasn't installed the operator yet${formatReason(installed?.message ?? '')}`,
      docs,
    };
  return {
    health: 'failed',
    headline: l10n.t`Installation failed`,
    meaning: l10n.t`OLM v1 can't install the operator${formatReason(problem)}`,
    todo: fixTodo(extension, problem),
    docs,
  };
}

/**
 * Returns the command or the change that helps. Messages about missing rights: operator-framework/
 * operator-controller@df2c201d internal/operator-controller/applier/helm.go ("pre-authorization failed").
 */
function fixTodo({ name, serviceAccount, installNamespace }: ClusterExtension, message: string): string {
  return /pre-authorization failed|is forbidden|requires the following permissions/.test(message) &&
    serviceAccount !== undefined
    ? l10n.t`Add the missing permissions to the ClusterRole of ServiceAccount ${serviceAccount} in ${sanitizeLabel(installNamespace ?? '')}. OLM v1 then retries automatically.`
    : l10n.t('To show the conditions, run `oc describe clusterextension {0}`.', name);
}
