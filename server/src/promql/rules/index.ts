/** Rules for PromQL. To add a rule, create one file and add one line here. */
import gaugeRate from './gaugeRate.ts';
import type { PromqlRule } from './promqlRule.ts';
import syntax from './syntax.ts';
import unknownMetric from './unknownMetric.ts';

export const promqlRules: readonly PromqlRule[] = [syntax, unknownMetric, gaugeRate];
