/**
 * Checks the commands in shell scripts and Markdown files. As for manifests, a rule that throws is logged and doesn't
 * affect the other rules.
 */
import type { SeveritySetting } from '#core/common/severity.ts';
import { checkCommands } from '#core/oc/commands/checkCommands.ts';
import { commandsIn, type CommandLanguage } from '#core/oc/shell/commandsInText.ts';
import type { Release } from '#core/product/releases.ts';
import { compareByPosition, type FileFinding } from '../engine/findings/fileFinding.ts';
import { toPublicRuleId } from '../engine/findings/rule.ts';
import { findSuppressions } from '../engine/findings/suppressions.ts';
import type { CommandRule, CommandRuleContext } from './rules/commandRule.ts';
import { commandRules } from './rules/index.ts';

/** Settings of the check. */
export interface CommandEnvironment {
  readonly release: Release;
  /** Severities by rule ID, without `osc/`. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  readonly onError: (message: string) => void;
  /** Reports a limit because of which the findings are incomplete, in English. */
  readonly onLimit?: (message: string) => void;
}

/** Maximum number of findings of one rule in one file. */
const maxPerRule = 200;

/** Returns the problems in the commands of a text, sorted by position. */
export function checkCommandText(
  text: string,
  language: CommandLanguage,
  environment: CommandEnvironment,
): FileFinding[] {
  const { release, onLimit } = environment;
  const commands = commandsIn(text, language);
  if (commands.isCut) onLimit?.(`only the first ${commands.pipelines.length} commands were checked`);
  const pipelines = checkCommands(text, commands, {
    release,
    isDocumentation: language === 'markdown',
  });
  const silenced = findSuppressions(text);
  return commandRules
    .filter(({ releases }) => releases?.(release) !== false)
    .flatMap((rule) => run(rule, { text, pipelines }, environment))
    .filter(({ rule, start }) => !silenced(rule.id, start))
    .sort(compareByPosition);
}

function run(
  rule: CommandRule,
  context: CommandRuleContext,
  { severities, onError, onLimit }: CommandEnvironment,
): readonly FileFinding[] {
  const found: FileFinding[] = [];
  try {
    for (const { start, end, message, severity: own, fixes = [], related = [] } of rule.check(context)) {
      const severity = severities.get(rule.id) ?? own ?? rule.severity;
      if (severity === 'off') continue;
      if (found.length >= maxPerRule) {
        onLimit?.(`only the first ${maxPerRule} findings of the rule ${toPublicRuleId(rule.id)} are listed`);
        break;
      }
      found.push({ rule, severity, message, start, end, fixes, related });
    }
  } catch (error) {
    onError(`rule ${rule.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return found;
}
