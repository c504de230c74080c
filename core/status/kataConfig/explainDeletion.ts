/**
 * Explains a KataConfig that is being deleted. Sources: domain/01-kataconfig.md 1.5 (10, 11 and the rule below the
 * table); notes/cluster.md 5.2; OSC 1.12 §5.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages } from '#core/product/docSections.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { selectPlural } from '#core/text/grammar.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Explanation } from '../explanation.ts';
import { getDaemonSetMode } from '../daemonSetMode/daemonSetMode.ts';
import { explainPendingReboots, uninstallProgressText } from '../daemonSetMode/explainDaemonSet.ts';
import { firstHindrance, listRelevantPools } from '../nodes/pools.ts';
import { indexSnapshot, isOperatorRunning } from '../snapshotIndex.ts';
import { explainListedFailure } from './explainInstall.ts';

const docs = statusMessages;

/** Returns the runtime class of the pods that block an uninstall, according to the operator's message. */
export function blockingClass(message: string): string {
  const named = /using "?([^"\s]{1,253})"? RuntimeClass/i.exec(message)?.[1] ?? '';
  // The value becomes part of a command, so it must be a valid name.
  return /^[a-z0-9][a-z0-9.-]*$/.test(named) ? named : 'kata';
}

/** Explains an uninstall that is blocked by pods. The message contains the runtime class. */
export function explainBlocked({ message }: StatusCondition): Explanation {
  const listing = /failed to list kata pods:?\s*(.*)/is.exec(message);
  if (listing !== null) {
    const why = sanitizeLine(listing[1] ?? '');
    return {
      health: 'attention',
      headline: l10n.t`Can't list pods that use Kata`,
      meaning:
        why === ''
          ? l10n.t`The operator couldn't list the pods that use Kata and reported no reason.`
          : l10n.t`The operator couldn't list the pods that use Kata: ${why}`,
      next: l10n.t`The operator retries every 15 seconds. It doesn't uninstall Kata until it can list the pods.`,
      todo: l10n.t(
        'If this continues, read the operator log: `oc logs -n {0} deployment/controller-manager`.',
        operatorNamespace,
      ),
      docs,
    };
  }
  const runtimeClass = blockingClass(message);
  const columns = 'NAMESPACE:.metadata.namespace,NAME:.metadata.name,CLASS:.spec.runtimeClassName';
  return {
    health: 'attention',
    headline: l10n.t`Uninstall blocked by pods`,
    meaning: l10n.t`The KataConfig is marked for deletion, but pods with the runtime class ${runtimeClass} still exist. Completed pods also block the uninstall.`,
    next: l10n.t`The operator checks again every 15 seconds and continues automatically when these pods are deleted.`,
    todo: l10n.t(
      'List the pods: `oc get pods -A -o custom-columns={0} | grep -w {1}`. Then delete the workloads that own the pods (Deployments, DaemonSets, Jobs, ...). If you delete only the pods, the workloads recreate them.',
      columns,
      runtimeClass,
    ),
    docs,
  };
}

/** Explains a deletion that is blocked by an operation in progress. The operator finishes that operation first. */
export function explainDeletionWaits({ reason }: StatusCondition): Explanation {
  const installing = reason.toLowerCase() === 'installing';
  return {
    health: 'busy',
    headline: installing
      ? l10n.t`Deletion is waiting for the installation`
      : l10n.t`Deletion is waiting for the update`,
    meaning: installing
      ? l10n.t`The KataConfig is marked for deletion. The operator is finishing the installation first.`
      : l10n.t`The KataConfig is marked for deletion. The operator is finishing the update first.`,
    next: l10n.t`After all nodes are updated, the operator uninstalls Kata, and every node reboots again.`,
    todo: l10n.t('No action required. `oc delete kataconfig` returns only after all nodes have rebooted.'),
    docs,
  };
}

/** Explains a requested deletion that the operator hasn't reported yet. */
export function explainRequestedDeletion(snapshot: Snapshot): Explanation {
  if (isOperatorRunning(snapshot) === false) {
    return {
      health: 'attention',
      headline: l10n.t`Deletion blocked: operator isn't running`,
      meaning: l10n.t`The KataConfig is marked for deletion, but the operator isn't running. Only the operator can uninstall Kata from the nodes.`,
      todo: l10n.t`Reinstall the operator to continue the uninstall. Removing the finalizer manually leaves machine configs, the kata-oc pool, and labels behind.`,
      docs,
    };
  }
  return {
    health: 'busy',
    headline: l10n.t`Deletion requested`,
    meaning: l10n.t`The KataConfig is marked for deletion. The operator hasn't started the uninstall yet.`,
    next:
      getDaemonSetMode(snapshot) === undefined
        ? l10n.t`The operator checks for pods that use Kata. When there are none, it uninstalls Kata from the nodes, and each node reboots.`
        : l10n.t`The operator checks for pods that use Kata. When there are none, it uninstalls Kata from the nodes.`,
    docs,
  };
}

/** Explains an uninstall in progress. */
export function explainUninstalling(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const index = indexSnapshot(snapshot);
  const { lists, waitingForMco } = kataConfig;
  const mode = getDaemonSetMode(snapshot);
  const reboots = mode === undefined ? undefined : explainPendingReboots(snapshot);
  if (reboots !== undefined) return reboots;
  const next =
    mode === undefined
      ? l10n.t`The Machine Config Operator drains the nodes and reboots them without Kata, one after another. Then the OpenShift sandboxed containers Operator deletes the runtime classes, the monitor DaemonSet, and the KataConfig.`
      : uninstallProgressText();
  const hindrance = firstHindrance(index, listRelevantPools(index, 'uninstall'));
  if (hindrance !== undefined) {
    return {
      health: hindrance.health,
      headline: l10n.t`Uninstall is stuck`,
      meaning: hindrance.what,
      next,
      ...(hindrance.todo === undefined ? {} : { todo: hindrance.todo }),
      docs,
    };
  }
  const failure = explainListedFailure(kataConfig, snapshot);
  if (failure !== undefined) return failure;
  if (waitingForMco) {
    return {
      health: 'busy',
      headline: l10n.t`Uninstall is waiting for the Machine Config Operator`,
      meaning: l10n.t`The operator requested that Kata be uninstalled from the nodes. The Machine Config Operator hasn't started yet.`,
      next,
      docs,
    };
  }
  const { uninstalling } = lists;
  const waiting = [...lists.waitingToUninstall, ...lists.installed];
  const left = uninstalling.length + waiting.length;
  if (left === 0) {
    return {
      health: 'busy',
      headline: l10n.t`Finishing the uninstall`,
      meaning: l10n.t`Kata has been uninstalled from all nodes.`,
      next: l10n.t`The operator deletes the runtime classes, the monitor DaemonSet, and the KataConfig.`,
      docs,
    };
  }
  const names = formatNames(uninstalling);
  return {
    health: 'busy',
    headline: l10n.t`Uninstalling Kata: ${formatCount(left, 'node')} remaining`,
    meaning:
      uninstalling.length === 0
        ? l10n.t`The uninstall has started, but no node is being updated yet.`
        : selectPlural(
            uninstalling.length,
            l10n.t`Kata is being uninstalled from the nodes. ${names} is being updated.`,
            l10n.t`Kata is being uninstalled from the nodes. ${names} are being updated.`,
          ),
    next,
    docs,
  };
}
