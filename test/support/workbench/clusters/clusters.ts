/** Starts simulated clusters for workbench tests. VS Code finds them in the kubeconfig of the session. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { scenarioNamed, simulate, type Simulation, type SimulateOptions } from '#simulator/main.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import type { Session } from '../session/session.ts';

export interface Clusters {
  /**
   * Starts a cluster, and writes its kubeconfig.
   * @param file in the folder of kubeconfigs. By default, replaces the kubeconfig of the session
   */
  start(scenario: string | Scenario, options?: Omit<SimulateOptions, 'scenario'>, file?: string): Promise<Simulation>;
}

/**
 * Returns the starter of clusters for a suite. Call it in `describe`, so that the clusters stop at the end of the
 * suite.
 */
export function useClusters(session: () => Session): Clusters {
  const running: Simulation[] = [];
  after(async () => {
    await Promise.all(running.map((simulation) => simulation.close()));
  });
  return {
    async start(name, options = {}, file = 'config') {
      const scenario = typeof name === 'string' ? scenarioNamed(name) : name;
      if (scenario === undefined) throw new Error(`Unknown scenario ${JSON.stringify(name)}.`);
      const simulation = await simulate({ ...options, scenario });
      running.push(simulation);
      writeFileSync(path.join(session().kube, file), simulation.kubeconfig, { mode: 0o600 });
      return simulation;
    },
  };
}
