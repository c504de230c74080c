/** Every kind that we know. A new kind is one file and one line here. */
import { dataObjects } from './dataObjects.ts';
import type { KindKnowledge } from './field.ts';
import { installationKinds } from './installation.ts';
import { kataConfig } from './kataConfig.ts';
import { operandKinds } from './operands.ts';
import { workloads } from './workloads.ts';

export const knownKinds: readonly KindKnowledge[] = [kataConfig, ...dataObjects, ...installationKinds, ...operandKinds, ...workloads];

/** Every text of which a document that may be ours contains one. */
export const mentions: readonly string[] = withoutLonger([...new Set(knownKinds.flatMap((kind) => kind.mentions))]);

/** A text that holds a longer mention holds the shorter one in it too: fewer to look for. */
function withoutLonger(all: readonly string[]): readonly string[] {
  return all.filter((mention) => !all.some((other) => other !== mention && mention.includes(other)));
}

/** Their ids, for rules that look at all. */
export const kindIds: readonly string[] = knownKinds.map(({ id }) => id);
