/** Explains commands in a text, such as those in the documentation: their problems, and the corrected command. */
import * as l10n from '@vscode/l10n';
import type { Severity } from '../../common/severity.ts';
import { checkCommands, type CheckedPipeline } from '../../oc/commands/checkCommands.ts';
import { findClientPipelines } from '../../oc/commands/clientCommand.ts';
import type { CommandProblem } from '../../oc/commands/commandProblem.ts';
import { commandsInLines } from '../../oc/shell/commandsInText.ts';
import type { Pipeline } from '../../oc/shell/shellCommand.ts';
import type { Release } from '../../product/releases.ts';
import type { Explanation } from '../../status/explanation.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { tellKata } from '../describeKata.ts';
import type { TextStatus } from '../textStatus.ts';
import { explainKnownCommand } from './knownCommands.ts';

/** Maximum number of explained commands. */
const most = 100;
/** Maximum length of a text that contains nothing but commands, in characters. */
const longestCommands = 2000;

const healthOf: Readonly<Record<Severity, Explanation['health']>> = {
  error: 'failed',
  warning: 'attention',
  info: 'attention',
  hint: 'ok',
};

/**
 * Explains the commands that have a problem or a known purpose. Other commands are explained only if the text contains
 * nothing else, because the text around them is usually their output.
 */
export function explainCommands(text: string, release: Release): readonly TextStatus[] {
  const commands = commandsInLines(text);
  if (commands.pipelines.length === 0) return [];
  const isAlone = containsOnlyCommands(text, commands.pipelines);
  const own = checkCommands(text, commands, { release, isDocumentation: true });
  const others = findClientPipelines(text, commands)
    .filter(({ pipeline }) => !own.some((one) => one.pipeline === pipeline))
    .map((one): CheckedPipeline => ({ ...one, problems: [] }));
  return [...own, ...others].slice(0, most).flatMap((one) => {
    const explanation = explain(text, one, isAlone && own.includes(one));
    return explanation === undefined ? [] : [statusOf(text, one, explanation)];
  });
}

function containsOnlyCommands(text: string, pipelines: readonly Pipeline[]): boolean {
  if (text.length > longestCommands) return false;
  let [rest, at] = ['', 0];
  for (const { start, end } of pipelines) {
    rest += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  // Prompts aren't part of the commands.
  return /^[\s$#>%]*$/.test(rest + text.slice(at));
}

function explain(text: string, checked: CheckedPipeline, isAlone: boolean): Explanation | undefined {
  const { problems, pipeline } = checked;
  const [problem] = problems.filter(({ id }) => id !== 'placeholder-left-in');
  if (problem !== undefined) {
    const corrected = problem.corrected ?? correct(text, pipeline, problem);
    return {
      health: healthOf[problem.severity],
      headline: problem.headline,
      meaning: problem.message,
      ...(corrected === undefined ? {} : { todo: l10n.t('Use this command: `{0}`', corrected) }),
      ...(problem.next === undefined ? {} : { next: problem.next }),
      ...(problem.docs === undefined ? {} : { docs: problem.docs }),
    };
  }
  const known = explainKnownCommand(checked);
  if (known !== undefined || !isAlone) return known;
  return {
    health: 'ok',
    headline: l10n.t`Command without a known problem`,
    meaning: l10n.t`The text is a command, not its output.`,
    todo: l10n.t`Run the command, and paste its output.`,
  };
}

function statusOf(text: string, { pipeline, problems }: CheckedPipeline, explanation: Explanation): TextStatus {
  const place = trimmed(text, pipeline);
  const notes = problems.filter(({ id }) => id === 'placeholder-left-in').map(({ message }) => message);
  return tellKata(explanation, place, { what: l10n.t`Command`, text: text.slice(place.start, place.end), notes });
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** Applies the first fix, and joins continued lines. */
function correct(text: string, pipeline: Pipeline, { fixes: [fix] }: CommandProblem): string | undefined {
  if (fix === undefined) return undefined;
  const { start, end } = trimmed(text, pipeline);
  let corrected = text.slice(start, end);
  for (const edit of fix.edits.toSorted((one, other) => other.start - one.start))
    corrected = corrected.slice(0, edit.start - start) + edit.text + corrected.slice(edit.end - start);
  const line = sanitizeLine(corrected.replaceAll(/\\\r?\n[ \t]*/g, ''), longestCommands);
  // The command is displayed in backquotes.
  return line.includes('`') ? undefined : line;
}
