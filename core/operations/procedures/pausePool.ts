/**
 * Pauses or resumes a machine config pool. Source: openshift/machine-config-operator@7ff337a4f
 * pkg/controller/node/node_controller.go (syncMachineConfigPool: a paused pool assigns no new configuration to nodes).
 */
import * as l10n from '@vscode/l10n';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { describeGitOpsConsequences } from '../changes/gitOpsNotice.ts';
import { createWatchedReference } from '../changes/references.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { defineProcedure, type ConfirmationGate, type ProcedureStep } from '../procedure.ts';
import { consequenceFacts, describeRebootConsequences, rebootGate } from '../rebootConsequences.ts';
import { createStepWithDefaults } from '../steps/createStep.ts';
import { describeUnreadableKind, isListKnown } from '../steps/stepStatus.ts';

export interface PausePoolChoices {
  /** Name of the pool. */
  readonly pool: string;
  /** True to pause the pool, false to resume it. */
  readonly paused: boolean;
}

export const pausePoolProcedure = define(true);
export const resumePoolProcedure = define(false);

function define(isPause: boolean) {
  return defineProcedure<PausePoolChoices>({
    id: isPause ? 'pausePool' : 'resumePool',
    title: () => (isPause ? l10n.t`Pause machine config pool` : l10n.t`Resume machine config pool`),
    facts: isPause ? [] : consequenceFacts,
    asks: 'once',
    steps: (situation, choices) => [poolStep(situation, choices)],
  });
}

function poolStep(situation: ObservedCluster, { pool: name, paused }: PausePoolChoices): ProcedureStep {
  const { snapshot } = situation;
  const pool = findItem(snapshot, 'machineConfigPools', name);
  const target = createWatchedReference('machineConfigPools', name);
  const step = {
    id: 'pool',
    title: paused ? l10n.t`Pause pool ${name}` : l10n.t`Resume pool ${name}`,
    changes: [{ how: 'merge', target, patch: { spec: { paused } }, revert: pauseCommand(name, !paused) } as const],
    until: [{ object: target, jsonpath: '{.spec.paused}', is: String(paused), minutes: 1 }],
  };
  if (pool === undefined)
    return createStepWithDefaults({
      ...step,
      ...(isListKnown(snapshot, 'machineConfigPools')
        ? { state: 'blocked' as const, headline: l10n.t`Pool ${name} doesn't exist` }
        : describeUnreadableKind(snapshot, 'machineConfigPools')),
    });
  const evidence = [`MachineConfigPool ${name}: paused ${String(pool.paused)}`];
  return createStepWithDefaults(
    pool.paused === paused
      ? { ...step, evidence, state: 'done', headline: paused ? l10n.t`Paused` : l10n.t`Resumed` }
      : {
          ...step,
          evidence,
          state: 'ready',
          headline: l10n.t`Change pending`,
          gate: paused ? pauseGate(situation, pool) : resumeGate(situation, pool),
        },
  );
}

function pauseGate({ context }: ObservedCluster, pool: MachineConfigPool): ConfirmationGate {
  const name = sanitizeLabel(pool.name);
  return {
    question: l10n.t`Pause machine config pool ${name} on ${context}?`,
    consequences: [
      l10n.t`The Machine Config Operator starts no further updates of nodes in the pool. It completes updates that are in progress.`,
      l10n.t`Until you resume the pool, Kata isn't installed on its other nodes or uninstalled from them. Other changes of the machine config, such as security fixes, aren't applied either.`,
      ...describeGitOpsConsequences([{ ...pool, kind: 'MachineConfigPool' }]),
    ],
  };
}

function resumeGate(situation: ObservedCluster, pool: MachineConfigPool): ConfirmationGate {
  const { context, snapshot } = situation;
  const name = sanitizeLabel(pool.name);
  const { kataConfig, members } = indexSnapshot(snapshot);
  // The nodes that get the new configuration reboot.
  const nodes = (members.get(pool.name) ?? [])
    .filter(({ currentConfig }) => pool.target !== undefined && currentConfig !== pool.target)
    .map((node) => node.name);
  const removesKata = kataConfig?.deleting !== undefined;
  const isDestructive = nodes.length > 0;
  return {
    question: l10n.t`Resume machine config pool ${name} on ${context}?`,
    consequences: [
      ...describeRebootConsequences(situation, nodes, removesKata ? 'uninstall' : 'install'),
      ...describeGitOpsConsequences([{ ...pool, kind: 'MachineConfigPool' }]),
    ],
    ...rebootGate(situation, nodes, removesKata),
    ...(isDestructive ? { typed: context } : {}),
  };
}

/** Returns the command that pauses or resumes a pool. */
function pauseCommand(pool: string, paused: boolean): string {
  return `oc patch mcp ${pool} --type merge -p '{"spec":{"paused":${String(paused)}}}'`;
}
