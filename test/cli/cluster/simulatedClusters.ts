/** Provides simulated clusters and their kubeconfigs to tests of commands. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { Client, currentContext, identitiesOf } from '../../support/cluster/apiClient.ts';

export interface SimulatedClusters {
  /** A folder that is deleted after the tests. It contains a kubeconfig for each scenario, with the same name. */
  readonly folder: string;
  /** The running simulations, by scenario. */
  readonly simulations: ReadonlyMap<string, Simulation>;
  /** Returns the options of `osc-tools` that select a cluster. */
  optionsFor(scenario: string): readonly string[];
  /** Returns a client with the permissions of the current context. */
  admin(scenario: string): Client;
}

/**
 * Starts the clusters before the tests of a suite, and stops them after the tests. Call it in `describe`.
 * @param command subcommand of `osc-tools`. It's part of the name of the folder, which contains a space
 */
export function useSimulatedClusters(command: string, scenarios: readonly string[]): SimulatedClusters {
  const folder = mkdtempSync(path.join(tmpdir(), `osc ${command}-`));
  const simulations = new Map<string, Simulation>();
  before(async () => {
    for (const name of scenarios) {
      const simulation = await simulate({ scenario: scenarioNamed(name) ?? assert.fail(), speed: 60 });
      simulations.set(name, simulation);
      writeFileSync(path.join(folder, name), simulation.kubeconfig, { mode: 0o600 });
    }
  });
  after(async () => {
    await Promise.all([...simulations.values()].map(({ close }) => close()));
    rmSync(folder, { recursive: true, force: true });
  });
  const kubeconfigOf = (name: string): string => simulations.get(name)?.kubeconfig ?? '';
  return {
    folder,
    simulations,
    optionsFor: (name) => ['--kubeconfig', path.join(folder, name), '--context', currentContext(kubeconfigOf(name))],
    admin(name) {
      const kubeconfig = kubeconfigOf(name);
      return new Client(identitiesOf(kubeconfig, folder).get(currentContext(kubeconfig)) ?? assert.fail());
    },
  };
}
