/** Rules for Kata's configuration files. To add a rule, create a file in this folder and list it here. */
import type { KataConfigRule } from '../kataConfigRule.ts';
import advisory from './advisory.ts';
import runtime from './runtime.ts';
import syntax from './syntax.ts';
import valueType from './type.ts';
import unknownKey from './unknownKey.ts';

export const kataConfigRules: readonly KataConfigRule[] = [syntax, unknownKey, valueType, runtime, advisory];
