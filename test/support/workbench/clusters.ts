/** Simulated clusters for workbench tests: VS Code finds them in the kubeconfig that KUBECONFIG names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { scenarioNamed, simulate, type Simulation, type SimulateOptions } from '../../../simulator/src/main.ts';
import type { Scenario } from '../../../simulator/src/scenarios/scenario.ts';

export interface ClusterStage {
  /** The kubeconfig file. */
  readonly file: string;
  /** Starts one; what the kubeconfig says is this cluster's from then on, under this name of its context. */
  start(scenario: string | Scenario, options?: Omit<SimulateOptions, 'scenario'>): Promise<Simulation>;
}

/** All that it makes ends with the file of tests. */
export function useClusters(): ClusterStage {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-clusters-'));
  const file = path.join(folder, 'config');
  const running: Simulation[] = [];
  after(async () => {
    await Promise.all(running.map((simulation) => simulation.close()));
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    file,
    async start(name, options = {}) {
      const scenario = typeof name === 'string' ? scenarioNamed(name) : name;
      if (scenario === undefined) throw new Error(`no scenario ${JSON.stringify(name)}`);
      const simulation = await simulate({ ...options, scenario });
      running.push(simulation);
      writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
      return simulation;
    },
  };
}
