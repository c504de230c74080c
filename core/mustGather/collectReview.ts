/**
 * All that somebody reads before a must-gather begins: what it makes, what was looked at, what is run, where it goes.
 */
import * as l10n from '@vscode/l10n';
import { quoteShellWord } from '../oc/shellText.ts';
import { sanitizeMarkdownCode, sanitizeMarkdown } from '../text/sanitize.ts';
import type { GatherChoices } from './collectChoices.ts';
import { listCreatedResources } from './listCreatedResources.ts';
import type { CollectRemark } from './collectPreflight.ts';
import type { Message } from '#core/text/message.ts';

export interface ReviewParts {
  readonly context: string;
  readonly server: string;
  readonly choices: GatherChoices;
  /** As it is run, with the program. */
  readonly command: readonly string[];
  /** Where it is run. */
  readonly folder: string;
  /** What it makes there. */
  readonly target: string;
  readonly remarks: readonly CollectRemark[];
}

const marks: Readonly<Record<CollectRemark['verdict'], Message>> = {
  fail: () => l10n.t`Failed`,
  warn: () => l10n.t({ message: 'Warning', args: [], comment: ['Before a remark to be heeded: mind this.'] }),
  unknown: () => l10n.t`Unknown`,
  pass: () => l10n.t({ message: 'Passed', args: [], comment: ['What was looked at is in order.'] }),
};

/** As Markdown. */
export function reviewText({ context, server, choices, command, folder, target, remarks }: ReviewParts): string {
  return [
    `# ${l10n.t`Collect a must-gather from ${sanitizeMarkdown(context)}`}`,
    '',
    l10n.t`Cluster: ${sanitizeMarkdownCode(server)}. Nothing has been run on it yet.`,
    '',
    `## ${l10n.t`Resources created on the cluster`}`,
    '',
    ...listCreatedResources(choices).map((line) => `- ${sanitizeMarkdown(line)}`),
    '',
    `## ${l10n.t`Checks`}`,
    '',
    ...remarks.map(({ verdict, words }) => `- **${marks[verdict]()}**: ${sanitizeMarkdown(words)}`),
    '',
    `## ${l10n.t`Command`}`,
    '',
    ...commandBlock(command),
    '',
    l10n.t`Runs in ${sanitizeMarkdownCode(folder)} without a shell. Output folder: ${sanitizeMarkdownCode(target)}.`,
    '',
  ].join('\n');
}

/** An option a line, and what is asked of oc. A word never holds a line break: those are written as `\n`. */
function commandBlock(command: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const [index, word] of command.entries()) {
    const before = command[index - 1];
    const joins =
      before !== undefined && !word.startsWith('-') && (before === '--' || !before.startsWith('-')) && index > 1;
    if (joins) lines.push(`${lines.pop() ?? ''} ${quoteShellWord(word)}`);
    else lines.push(`${index === 0 ? '' : '    '}${quoteShellWord(word)}`);
  }
  const text = lines.join(' \\\n');
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence];
}

/** What the last question says. */
export function agreeText({ choices, target, remarks }: ReviewParts): string {
  return [
    ...listCreatedResources(choices),
    l10n.t`The must-gather is saved in ${target}.`,
    ...remarks.filter(({ verdict }) => verdict === 'warn' || verdict === 'unknown').map(({ words }) => words),
  ].join('\n\n');
}
