/** What others load of the simulator: the command line and the demo cluster, when it is first needed. */
export type { Simulation, SimulateOptions } from './simulate.ts';
export { simulate } from './simulate.ts';
export { scenarioNamed, scenarios } from './scenarios/index.ts';
export { gatherAfter } from './mustGather/gatherAfter.ts';
