/** Entry point of the simulator for the command line and the demo cluster, which load it on demand. */
export type { Simulation, SimulateOptions } from './simulate.ts';
export type { Scenario } from './scenarios/engine/scenario.ts';
export { simulate } from './simulate.ts';
export { scenarioNamed, scenarios } from './scenarios/index.ts';
export { gatherAfter } from './mustGather/gatherAfter.ts';
