/** Defines rules that check commands. The shared part is in rule.ts. */
import * as l10n from '@vscode/l10n';
import type { CheckedPipeline } from '#core/oc/commands/checkCommands.ts';
import type { CommandProblem } from '#core/oc/commands/commandProblem.ts';
import type { Message } from '#core/text/message.ts';
import type { Finding, RuleInfo } from '#server/engine/findings/rule.ts';

/** Context that a rule can use. All spans are offsets in the text. */
export interface CommandRuleContext {
  readonly text: string;
  /** The commands that concern the product. */
  readonly pipelines: readonly CheckedPipeline[];
}

export interface CommandRule extends RuleInfo {
  readonly language: 'sh';
  check(context: CommandRuleContext): Iterable<Finding>;
}

/** The files in which commands are checked. */
export const commandFiles: readonly Message[] = [
  () => l10n.t`Shell scripts`,
  () => l10n.t`Shell code blocks in Markdown`,
];

/** Checks the type of a rule where it's defined. */
export function defineCommandRule(rule: CommandRule): CommandRule {
  return rule;
}

/** Yields a finding for each problem with this ID. Explanations of commands report the same problems. */
export function* findingsOf(id: CommandProblem['id'], { pipelines }: CommandRuleContext): Generator<Finding> {
  for (const { problems } of pipelines)
    for (const { start, end, severity, message, fixes, ...problem } of problems)
      if (problem.id === id) yield { start, end, severity, message, fixes };
}
