/** Describes the change of a request in lines, for the command line and the page with the policy table. */
import * as l10n from '@vscode/l10n';
import type { PolicyChangeLine } from '#server/protocol/protocol.ts';
import { missingExpressions, type RequestChange, type RuleChange } from './diffPolicies.ts';

/** A line about a change, with its position. */
export interface ChangeLine extends PolicyChangeLine {
  /** Line in the policy to which the text belongs, starting at 1. */
  readonly line?: number;
}

/** Maximum number of entries of a list to show. */
const mostEntries = 20;

/** Returns the lines about a change. If only the verdict changed, there are none. */
export function describeChange({ endpoint, rules, before, after }: RequestChange): readonly ChangeLine[] {
  return rules.flatMap((rule) => [
    ...(rule.name === endpoint || rule.data.length > 0 ? [] : [{ sign: '' as const, text: rule.name }]),
    // If the verdicts differ, the different default needs no explanation.
    ...describeRule(before === after ? { ...rule, fallback: rule.fallback } : { ...rule, fallback: undefined }),
  ]);
}

/** A change to a rule. `fallback` is undefined if the verdict already explains the different default. */
type DescribedRule = Omit<RuleChange, 'fallback'> & { readonly fallback: RuleChange['fallback'] | undefined };

function describeRule({ removed, added, changed, data, fallback }: DescribedRule): readonly ChangeLine[] {
  const defaults = (sign: '-' | '+', value: string | undefined): readonly ChangeLine[] =>
    value === undefined || value === '' ? [] : [{ sign, text: `default := ${value}` }];
  return [
    ...defaults('-', fallback?.before),
    ...defaults('+', fallback?.after),
    ...changed.flatMap(describePair),
    ...removed.map(({ source, line }): ChangeLine => ({ sign: '-', text: source, line })),
    ...added.map(({ source, line }): ChangeLine => ({ sign: '+', text: source, line })),
    ...data.flatMap(({ path, removed: gone, added: come }): ChangeLine[] => [
      { sign: '', text: path },
      ...(gone.length + come.length === 0 ? [{ sign: '' as const, text: l10n.t('order changed') }] : []),
      ...entries('-', gone),
      ...entries('+', come),
    ]),
  ];
}

/** Returns the expressions that differ. If they share none, or the difference is in variables, returns the bodies. */
function describePair({ before, after }: RuleChange['changed'][number]): readonly ChangeLine[] {
  const [gone, come] = [missingExpressions(before, after), missingExpressions(after, before)];
  const isPart = gone.length + come.length > 0 && gone.length < before.expressions.length;
  const lines = (sign: '-' | '+', parts: readonly { readonly source: string; readonly line: number }[]) =>
    parts.map(({ source, line }): ChangeLine => ({ sign, text: source, line }));
  return [...lines('-', isPart ? gone : [before]), ...lines('+', isPart ? come : [after])];
}

function entries(sign: '-' | '+', texts: readonly string[]): readonly ChangeLine[] {
  const shown = texts.slice(0, mostEntries).map((text): ChangeLine => ({ sign, text }));
  return texts.length > mostEntries ? [...shown, { sign, text: `… (${texts.length - mostEntries})` }] : shown;
}
