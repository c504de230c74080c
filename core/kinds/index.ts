/** Lists all supported kinds. To add a kind, create a file and add a line here. */
import { agentSandboxKinds } from './agentSandbox/kinds.ts';
import { dataObjects } from './dataObjects.ts';
import type { KindKnowledge } from './field.ts';
import { installationKinds } from './installation.ts';
import { kataConfigInfo } from './kataConfig.ts';
import { operandKinds } from './operandKinds.ts';
import { workloads } from './workloads.ts';

export const knownKinds: readonly KindKnowledge[] = [
  kataConfigInfo,
  ...dataObjects,
  ...installationKinds,
  ...operandKinds,
  ...workloads,
  ...agentSandboxKinds,
];

/** The IDs of all kinds, for rules that apply to every kind. */
export const kindIds: readonly string[] = knownKinds.map(({ id }) => id);
