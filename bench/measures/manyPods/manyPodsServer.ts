/** Serves the cluster for manyPods.ts in a separate process. */
import process from 'node:process';
import { scenarioNamed, simulate } from '#simulator/main.ts';

const scenario = scenarioNamed('nodes-250-pods-20000');
if (scenario === undefined) throw new Error('the scenario is missing');
// So slow that the controllers do nothing.
const { kubeconfig } = await simulate({ scenario, speed: 0.001 });
process.send?.({ kubeconfig });
