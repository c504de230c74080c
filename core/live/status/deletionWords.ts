/** A KataConfig that is to go. Sources: domain/01-kataconfig.md 1.5 (10, 11 and the rule below the table); notes/cluster.md 5.2; OSC 1.12 §5. */
import { statusMessages } from '../../docSections.ts';
import { operatorNamespace } from '../../namespaces.ts';
import type { KataConfig } from '../kinds/kataConfig.ts';
import type { Condition } from '../object.ts';
import type { Snapshot } from '../snapshot.ts';
import { countWords, namesWords, oneLine } from '../words.ts';
import type { Explanation } from './explanation.ts';
import { firstHindrance, relevantPools } from './pools.ts';
import { operatorRuns } from './progress.ts';
import { surroundingsOf } from './surroundings.ts';

const docs = statusMessages;

/** Pods keep it. The class is told by the message. */
export function explainBlocked({ message }: Condition): Explanation {
  const listing = /failed to list kata pods:?\s*(.*)/is.exec(message);
  if (listing !== null) {
    return {
      health: 'attention',
      headline: 'Cannot look for pods with kata',
      meaning: `The operator could not list the pods that use kata: ${oneLine(listing[1] ?? '') || 'it does not say why.'}`,
      next: 'It tries again every 15 seconds; until then nothing is removed.',
      todo: `If it stays so, read its log: \`oc logs -n ${operatorNamespace} deployment/controller-manager\`.`,
      docs,
    };
  }
  const named = /using "?([^"\s]{1,253})"? RuntimeClass/i.exec(message)?.[1] ?? '';
  // What goes into a command must be a name.
  const runtimeClass = /^[a-z0-9][a-z0-9.-]*$/.test(named) ? named : 'kata';
  const columns = 'NAMESPACE:.metadata.namespace,NAME:.metadata.name,CLASS:.spec.runtimeClassName';
  return {
    health: 'attention',
    headline: 'Removal blocked by pods',
    meaning: `The KataConfig is to be deleted, and there are pods with the runtime class ${runtimeClass}. Pods that have ended count, too.`,
    next: 'The operator looks again every 15 seconds, and goes on by itself when they are gone.',
    todo:
      `List them: \`oc get pods -A -o custom-columns=${columns} | grep -w ${runtimeClass}\`. ` +
      'Delete what made them (Deployments, Jobs, ...), otherwise they come back.',
    docs,
  };
}

/** Asked for while something else is under way: the operator ends that first. */
export function explainDeletionWaits({ reason }: Condition): Explanation {
  const installing = reason.toLowerCase() === 'installing';
  return {
    health: 'busy',
    headline: installing ? 'Deletion waits for the installation' : 'Deletion waits for the update',
    meaning: `The KataConfig is to be deleted; the operator first ends the ${installing ? 'installation' : 'update'} that is under way.`,
    next: 'When all nodes are done, kata is taken away again: every node reboots once more.',
    todo: 'Nothing. `oc delete kataconfig` does not return before all nodes have rebooted.',
    docs,
  };
}

/** Asked for, and the operator has not said anything of it. */
export function explainDeletionAsked(snapshot: Snapshot): Explanation {
  if (operatorRuns(snapshot) === false) {
    return {
      health: 'attention',
      headline: 'Nobody removes it',
      meaning: 'The KataConfig is to be deleted, and the operator that must take kata from the nodes first does not run.',
      todo: 'Install the operator again: it takes up the removal. Removing the finalizer by hand leaves MachineConfigs, the pool kata-oc and labels behind.',
      docs,
    };
  }
  return {
    health: 'busy',
    headline: 'Deletion asked for',
    meaning: 'The KataConfig is to be deleted; the operator has not begun.',
    next: 'It looks for pods that use kata. When there are none, it takes kata from the nodes, and every one of them reboots.',
    docs,
  };
}

/** Kata is being taken away. */
export function explainUninstalling(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const surroundings = surroundingsOf(snapshot);
  const { lists, waitingForMco } = kataConfig;
  const next = 'Each node is drained and reboots without kata, one after the other. When all are done, the runtime classes, the monitor and the KataConfig go.';
  const hindrance = firstHindrance(surroundings, relevantPools(surroundings, 'uninstall'));
  if (hindrance !== undefined) {
    return {
      health: hindrance.health,
      headline: 'Removal is stuck',
      meaning: hindrance.what,
      next,
      ...(hindrance.todo === undefined ? {} : { todo: hindrance.todo }),
      docs,
    };
  }
  if (waitingForMco) {
    return {
      health: 'busy',
      headline: 'Removal: waiting for the Machine Config Operator',
      meaning: 'The operator has asked for kata to be taken from the nodes; the Machine Config Operator has not begun.',
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
      headline: 'Removal ends',
      meaning: 'No node is left that kata is taken from.',
      next: 'The runtime classes, the monitor and the KataConfig go.',
      docs,
    };
  }
  const working =
    uninstalling.length === 0 ? 'none is being updated yet' : `${namesWords(uninstalling)} ${uninstalling.length === 1 ? 'is' : 'are'} being updated`;
  return { health: 'busy', headline: `Removing kata: ${countWords(left, 'node')} left`, meaning: `Kata is taken from the nodes; ${working}.`, next, docs };
}
