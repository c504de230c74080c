/**
 * Cordons or uncordons a node. Sources: Kubernetes, "Nodes" (manual node administration);
 * openshift/machine-config-operator@7ff337a4f pkg/controller/node/status.go (checkNodeReady: the pool counts a node
 * that isn't schedulable as unavailable) and pkg/controller/drain (uncordons a node after its update).
 */
import * as l10n from '@vscode/l10n';
import { getBoolean } from '#core/common/json.ts';
import { isDraining } from '#core/cluster/history.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { defineProcedure, type ConfirmationGate, type ProcedureStep } from '#core/operations/procedure.ts';
import { createStepWithDefaults } from '#core/operations/steps/createStep.ts';
import { describeManagers, findObjectToChange } from './objectStep.ts';

export interface CordonChoices {
  /** Name of the node. */
  readonly node: string;
  /** UID of the node. Undefined if unknown. */
  readonly uid: string | undefined;
}

export const cordonNodeProcedure = define(true);
export const uncordonNodeProcedure = define(false);

function define(isCordon: boolean) {
  return defineProcedure<CordonChoices>({
    id: isCordon ? 'cordonNode' : 'uncordonNode',
    title: () => (isCordon ? l10n.t`Cordon node` : l10n.t`Uncordon node`),
    facts: [],
    objects: ({ node }) => [createWatchedReference('nodes', node)],
    asks: 'once',
    steps: (situation, choices) => [cordonStep(situation, choices, isCordon)],
  });
}

function cordonStep(situation: ObservedCluster, { node, uid }: CordonChoices, isCordon: boolean): ProcedureStep {
  const target = createWatchedReference('nodes', node);
  const name = sanitizeLabel(node);
  const step = {
    id: 'node',
    title: isCordon ? l10n.t`Cordon node ${name}` : l10n.t`Uncordon node ${name}`,
    changes: [
      {
        how: 'merge',
        target,
        // `kubectl uncordon` removes the field, too.
        patch: { spec: { unschedulable: isCordon ? true : null } },
        ...(uid === undefined ? {} : { uid }),
        revert: `oc adm ${isCordon ? 'uncordon' : 'cordon'} ${node}`,
      } as const,
    ],
    // The API server omits the field if it is false.
    until: [{ object: target, jsonpath: '{.spec.unschedulable}', is: isCordon ? 'true' : '', minutes: 1 }],
  };
  const found = findObjectToChange(situation, target, uid);
  if ('status' in found) return createStepWithDefaults({ ...step, ...found.status });
  const isCordoned = getBoolean(found.raw, 'spec', 'unschedulable') === true;
  const headline = isCordoned ? l10n.t`Cordoned` : l10n.t`Schedulable`;
  return createStepWithDefaults(
    isCordoned === isCordon
      ? { ...step, state: 'done', headline }
      : { ...step, state: 'ready', headline, gate: gateOf(situation, node, isCordon, found.raw) },
  );
}

function gateOf(situation: ObservedCluster, node: string, isCordon: boolean, raw: unknown): ConfirmationGate {
  const name = sanitizeLabel(node);
  const { nodes, members } = indexSnapshot(situation.snapshot);
  const seen = nodes.get(node);
  const pool = [...members].find(([, list]) => list.some((one) => one.name === node))?.[0];
  const isUpdating = seen !== undefined && (isDraining(seen) || seen.currentConfig !== seen.desiredConfig);
  const managers = describeManagers(createWatchedReference('nodes', node), raw);
  if (!isCordon)
    return {
      question: l10n.t`Uncordon node ${name} on ${situation.context}?`,
      consequences: [
        l10n.t`Kubernetes can schedule pods to the node again.`,
        ...(isUpdating
          ? [l10n.t`The Machine Config Operator is updating the node, and cordons it during the update.`]
          : []),
        ...(seen !== undefined && seen.ready !== 'True' ? [l10n.t`The node isn't ready.`] : []),
        ...managers,
      ],
    };
  return {
    question: l10n.t`Cordon node ${name} on ${situation.context}?`,
    consequences: [
      l10n.t`Until you uncordon the node, Kubernetes schedules no new pods to it, except pods of DaemonSets. Running pods continue.`,
      ...(pool === undefined
        ? []
        : [
            l10n.t`Machine config pool ${sanitizeLabel(pool)} counts the node as unavailable, which can delay updates of other nodes.`,
          ]),
      ...(isUpdating
        ? [l10n.t`The Machine Config Operator is updating the node, and uncordons it after the update.`]
        : []),
      ...managers,
    ],
  };
}
