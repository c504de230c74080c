/** How a paused operation is continued: with what the user chose, where that is kept, or by its command, which asks again. */
import type { Procedure } from '../../../core/lifecycle/procedure.ts';
import { procedures } from '../../../core/lifecycle/procedures/index.ts';
import type { OpenCluster } from '../tree/openCluster.ts';
import type { Outcome, PerformOptions } from './tools.ts';

/** Runs a procedure, as `Tools.perform` does. */
export type Perform = <Choices>(cluster: OpenCluster, procedure: Procedure<Choices>, choices: Choices, how?: PerformOptions) => Promise<Outcome>;

/** Continues an operation. */
export type Resume = (perform: Perform, cluster: OpenCluster, how: PerformOptions) => Promise<Outcome>;

type Resumable = (kept: unknown) => Resume | undefined;

const resumable: Readonly<Record<string, Resumable>> = {
  install: of(procedures.install),
  uninstall: of(procedures.uninstall),
  update: of(procedures.update),
  logLevel: of(procedures.logLevel),
  removeFinalizer: of(procedures.removeFinalizer),
};

/** Commands that ask again what an operation was to do. */
const commands: Readonly<Record<string, string>> = {
  install: 'osc.kata.install',
  eligibility: 'osc.kata.setEligibility',
  featureGates: 'osc.kata.setFeatureGates',
  instanceTypes: 'osc.peerpods.setInstanceTypes',
  nodes: 'osc.kata.setNodes',
  peerPods: 'osc.peerpods.configure',
  peerPodsCredentials: 'osc.peerpods.enterCredentials',
  peerPodsLimit: 'osc.peerpods.setLimit',
  pullSecret: 'osc.peerpods.createPullSecret',
};

/** Returns how an operation continues with what was kept; undefined: only its command can. */
export function resumeOf(procedure: string, kept: unknown): Resume | undefined {
  return kept !== undefined && Object.hasOwn(resumable, procedure) ? resumable[procedure]?.(kept) : undefined;
}

/** Returns the command that asks again; undefined: there is none, and the operation ends with the window. */
export function commandOf(procedure: string): string | undefined {
  return Object.hasOwn(commands, procedure) ? commands[procedure] : undefined;
}

function of<Choices>(procedure: Procedure<Choices>): Resumable {
  return (kept) => {
    const choices = procedure.kept?.read(kept);
    return choices === undefined ? undefined : (perform, cluster, how) => perform(cluster, procedure, choices, how);
  };
}
