/**
 * Continues a paused operation with its stored choices. If they aren't stored, runs its command, which asks for them
 * again.
 */
import type { Procedure } from '#core/operations/procedure.ts';
import { procedures } from '#core/operations/procedures/index.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationOutcome, RunOperationOptions } from '../context.ts';

/** Runs a procedure like `OperationContext.perform`. */
export type RunOperation = <Choices>(
  cluster: OpenCluster,
  procedure: Procedure<Choices>,
  choices: Choices,
  how?: RunOperationOptions,
) => Promise<OperationOutcome>;

/** Continues an operation. */
export type Resume = (
  perform: RunOperation,
  cluster: OpenCluster,
  how: RunOperationOptions,
) => Promise<OperationOutcome>;

type Resumable = (kept: unknown) => Resume | undefined;

const resumable: Readonly<Record<string, Resumable>> = {
  install: of(procedures.install),
  installExtension: of(procedures.installExtension),
  uninstall: of(procedures.uninstall),
  update: of(procedures.update),
  logLevel: of(procedures.logLevel),
  removeFinalizer: of(procedures.removeFinalizer),
};

/** Commands that ask again for the options of an operation. */
const commands: Readonly<Record<string, string>> = {
  install: 'osc.kata.install',
  installExtension: 'osc.kata.install',
  eligibility: 'osc.kata.setEligibility',
  featureGates: 'osc.kata.setFeatureGates',
  instanceTypes: 'osc.peerpods.setInstanceTypes',
  nodes: 'osc.kata.setNodes',
  peerPods: 'osc.peerpods.configure',
  peerPodsCredentials: 'osc.peerpods.enterCredentials',
  peerPodsLimit: 'osc.peerpods.setLimit',
  pullSecret: 'osc.peerpods.createPullSecret',
};

/**
 * Returns a function that continues an operation with its stored choices. Returns undefined if it can be continued only
 * with its command.
 */
export function resumeOf(procedure: string, kept: unknown): Resume | undefined {
  return kept !== undefined && Object.hasOwn(resumable, procedure) ? resumable[procedure]?.(kept) : undefined;
}

/**
 * Returns the command that asks for the choices again. Returns undefined if there is none. The operation then can't be
 * continued after a reload.
 */
export function commandOf(procedure: string): string | undefined {
  return Object.hasOwn(commands, procedure) ? commands[procedure] : undefined;
}

function of<Choices>(procedure: Procedure<Choices>): Resumable {
  return (kept) => {
    const choices = procedure.kept?.read(kept);
    return choices === undefined ? undefined : (perform, cluster, how) => perform(cluster, procedure, choices, how);
  };
}
