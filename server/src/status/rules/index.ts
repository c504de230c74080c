/**
 * Lists the rules for edge hosting API requests. To add a rule, create a file in this folder and add it to the list.
 */
import type { EdgeRule } from './edgeRule.ts';
import filterCondition from './filterCondition.ts';
import filterEntry from './filterEntry.ts';
import filterPair from './filterPair.ts';
import filterPhase from './filterPhase.ts';
import filterTooMany from './filterTooMany.ts';

export const edgeRules: readonly EdgeRule[] = [filterPhase, filterCondition, filterPair, filterTooMany, filterEntry];
