/** Every kind that we know. A new kind is one file and one line here. */
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
];

/** Their ids, for rules that look at all. */
export const kindIds: readonly string[] = knownKinds.map(({ id }) => id);
