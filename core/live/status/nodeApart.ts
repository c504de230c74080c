/** A node that is in no list of the KataConfig: why it has no kata, or what it waits for. Sources: domain/01-kataconfig.md 1.2, 1.6, 1.7. */
import { kataRole } from '../../nodeLabels.ts';
import type { NodeContext } from './nodeContext.ts';
import type { NodeWords } from './nodeWork.ts';
import { operatorRuns } from './progress.ts';
import { isLabelled, isWorker, whyNotMeant } from './selects.ts';

/** Without a list, and with nothing to be done on it. */
export function tellApart({ snapshot, surroundings, node, enabled }: NodeContext): NodeWords {
  const { kataConfig, converged } = surroundings;
  if (kataConfig === undefined) {
    if (!isLabelled(node)) return { headline: 'Without kata', health: 'ok' };
    return {
      headline: 'Labelled for kata, without a KataConfig',
      health: 'attention',
      stuck: `The node has the label ${kataRole}, and there is no KataConfig: an earlier one was removed by hand, it seems.`,
      todo: `Take the label away, and the node reboots: \`oc label node ${node.name} ${kataRole}-\`.`,
    };
  }
  const why = whyNotMeant(kataConfig, node, converged);
  const leaving = kataConfig.deleting !== undefined;
  if (why !== undefined) {
    if (!converged && isLabelled(node) && !leaving) {
      return { headline: 'Kata is to be taken away', health: 'busy', next: `The operator takes the label from it: ${why}.` };
    }
    if (!isWorker(node)) return { headline: 'Control plane: no kata', health: 'ok' };
    const broken = why.includes('cannot be used');
    const unlabelled = why.startsWith('checkNodeEligibility');
    if (leaving) return { headline: 'Without kata', health: 'ok' };
    return {
      headline: broken ? 'The node selector cannot be used' : unlabelled ? 'Not eligible: no kata' : 'Not selected: no kata',
      health: broken ? 'attention' : 'ok',
      next: `It has no kata: ${why}.`,
    };
  }
  if (leaving && !isLabelled(node)) return { headline: 'Without kata', health: 'ok' };
  if (operatorRuns(snapshot) === false) {
    return {
      headline: 'Nobody works on it',
      health: 'attention',
      stuck: 'The node is to have kata, and the operator does not run.',
      todo: 'See what is said of the operator.',
    };
  }
  if (node.mcoState === undefined) {
    return {
      headline: 'Not in the hands of the Machine Config Operator',
      health: 'unknown',
      stuck: 'The node has no annotation of a machine-config-daemon: the operator leaves such nodes out of its lists.',
    };
  }
  if (!converged && !enabled) {
    return { headline: 'To have kata, not labelled yet', health: 'busy', next: `The operator gives it the label ${kataRole}; then its pool is kata-oc.` };
  }
  return { headline: 'Not counted yet', health: 'busy', next: 'The operator counts its nodes when the Machine Config Operator has begun.' };
}
