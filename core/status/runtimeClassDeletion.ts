/**
 * Explains a runtime class whose deletion is blocked by the finalizer of the operator. The operator removes the
 * finalizer when no pod with the class is Pending, Running, or Unknown. Sources:
 * openshift/sandboxed-containers-operator@0896cdd1 controllers/runtimeclass_controller.go and
 * openshift/sandboxed-containers-operator#836.
 */
import * as l10n from '@vscode/l10n';
import type { KataPod } from '../cluster/objects/kataPod.ts';
import type { RuntimeClass } from '../cluster/watchedKinds/runtimeClass.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { quoteShellCommand } from '../oc/shellText.ts';
import { formatDuration } from '../text/durations.ts';
import { joinSentences, selectPlural } from '../text/grammar.ts';
import { formatNames } from '../text/phrases.ts';
import type { Explanation } from './explanation.ts';
import { isOperatorRunning } from './snapshotIndex.ts';

/** Finalizer that the operator adds to its runtime classes. */
export const runtimeClassFinalizer = 'kataconfig.openshift.io/runtime-class-cleanup';

/** The pods of a cluster that use Kata, or the reason why they aren't known. */
export type ListedKataPods =
  | { readonly kind: 'known'; readonly pods: readonly KataPod[]; readonly isCut?: boolean }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'notRead' };

/** Maximum number of pods in a text. */
const mostPods = 8;

const blockingPhases: ReadonlySet<string> = new Set(['Pending', 'Running', 'Unknown']);

/** Returns whether the finalizer of the operator blocks the deletion of a runtime class. */
export function isClassDeletionHeld({ deleting, finalizers = [] }: RuntimeClass): boolean {
  return deleting !== undefined && finalizers.includes(runtimeClassFinalizer);
}

/** Returns the pods that block the deletion of a runtime class. */
export function listPodsOfClass({ name }: RuntimeClass, pods: readonly KataPod[]): readonly KataPod[] {
  return pods.filter(({ runtimeClass, phase }) => runtimeClass === name && blockingPhases.has(phase));
}

/** Returns the command that removes the finalizer of the operator, and keeps the others. */
function formatFinalizerRemoval({ name, finalizers = [] }: RuntimeClass): string {
  const patch = JSON.stringify({
    metadata: { finalizers: finalizers.filter((finalizer) => finalizer !== runtimeClassFinalizer) },
  });
  return quoteShellCommand(['oc', 'patch', 'runtimeclass', name, '--type=merge', '-p', patch]);
}

/**
 * Explains why the deletion of a runtime class hasn't finished.
 * @param now time in milliseconds since 1970
 * @returns undefined if the class isn't being deleted, or if the finalizer of the operator doesn't block its deletion
 */
export function explainClassDeletion(
  runtimeClass: RuntimeClass,
  snapshot: Snapshot,
  listed: ListedKataPods,
  now: number,
): Explanation | undefined {
  const { deleting } = runtimeClass;
  if (deleting === undefined || !isClassDeletionHeld(runtimeClass)) return undefined;
  const isGone = isOperatorRunning(snapshot) === false;
  const pods = listed.kind === 'known' ? listPodsOfClass(runtimeClass, listed.pods) : [];
  const isFree = listed.kind === 'known' && listed.isCut !== true && pods.length === 0;
  const time = formatDuration(now - deleting);
  const withoutOperator = isGone
    ? l10n.t`The operator isn't running, so nothing removes the finalizer ${runtimeClassFinalizer}.`
    : '';
  if (isFree && !isGone)
    return {
      health: 'busy',
      headline: l10n.t`Being deleted (${time})`,
      meaning: l10n.t`No pod uses the runtime class anymore. The operator checks the pods every 10 seconds and removes its finalizer at the next check.`,
    };
  return {
    health: 'attention',
    headline: l10n.t`Blocked: being deleted for ${time}`,
    meaning: joinSentences(
      describePods(listed, pods),
      withoutOperator === '' && pods.length > 0
        ? l10n.t`The operator keeps the runtime class until these pods are deleted or complete.`
        : withoutOperator,
    ),
    todo: joinSentences(
      isFree
        ? l10n.t(
            'Reinstall the operator, or remove the finalizer manually: `{0}`.',
            formatFinalizerRemoval(runtimeClass),
          )
        : listed.kind === 'known'
          ? l10n.t`Delete these pods, or the workloads that create them.`
          : l10n.t`Make sure that no pod uses the runtime class.`,
      isGone && !isFree ? l10n.t`Then reinstall the operator, which removes the finalizer.` : '',
    ),
  };
}

function describePods(listed: ListedKataPods, pods: readonly KataPod[]): string {
  if (listed.kind === 'unreadable') return l10n.t`Can't determine which pods use the runtime class: ${listed.message}`;
  if (listed.kind === 'notRead') return l10n.t`Pods that use the runtime class might block its deletion.`;
  if (pods.length === 0)
    return listed.isCut === true
      ? l10n.t`Not all pods were read, so other pods might still use the runtime class.`
      : l10n.t`No pod uses the runtime class anymore.`;
  const names = formatNames(
    pods.map(({ namespace, name, phase }) => `${namespace}/${name} (${phase})`),
    mostPods + 1,
  );
  return selectPlural(
    pods.length,
    l10n.t`${pods.length} pod uses the runtime class: ${names}.`,
    l10n.t`${pods.length} pods use the runtime class: ${names}.`,
  );
}
