/** The rules of requests to the API of edge hosting. A new rule is one file and one line here. */
import type { EdgeRule } from './edgeRule.ts';
import filterCondition from './filterCondition.ts';
import filterEntry from './filterEntry.ts';
import filterPair from './filterPair.ts';
import filterPhase from './filterPhase.ts';
import filterTooMany from './filterTooMany.ts';

export const edgeRules: readonly EdgeRule[] = [filterPhase, filterCondition, filterPair, filterTooMany, filterEntry];
