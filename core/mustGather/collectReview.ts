/**
 * Renders the review that the user reads before a must-gather starts: created resources, checks, command, and
 * destination.
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
  /** Command including the executable. */
  readonly command: readonly string[];
  /** Working directory. */
  readonly folder: string;
  /** Output folder. */
  readonly target: string;
  readonly remarks: readonly CollectRemark[];
}

const marks: Readonly<Record<CollectRemark['verdict'], Message>> = {
  fail: () => l10n.t`Failed`,
  warn: () =>
    l10n.t({
      message: 'Warning',
      args: [],
      comment: ['The result of a check before a must-gather is collected: a warning.'],
    }),
  unknown: () => l10n.t`Unknown`,
  pass: () =>
    l10n.t({
      message: 'Passed',
      args: [],
      comment: ['The result of a check before a must-gather is collected: no problem.'],
    }),
};

/** Renders the review as Markdown. */
export function reviewText({ context, server, choices, command, folder, target, remarks }: ReviewParts): string {
  return [
    `# ${l10n.t`Collect a must-gather from ${sanitizeMarkdown(context)}`}`,
    '',
    l10n.t`Cluster: ${sanitizeMarkdownCode(server)}. Nothing has been created on the cluster yet.`,
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
    l10n.t`The command runs in ${sanitizeMarkdownCode(folder)} without a shell. Output folder: ${sanitizeMarkdownCode(target)}.`,
    '',
  ].join('\n');
}

/**
 * Renders the command with one option per line, after the subcommand. Words never contain a line break because quoting
 * writes it as `\n`.
 */
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

/** Returns the text of the confirmation. */
export function agreeText({ choices, target, remarks }: ReviewParts): string {
  return [
    ...listCreatedResources(choices),
    l10n.t`The must-gather is saved in ${target}.`,
    ...remarks.filter(({ verdict }) => verdict === 'warn' || verdict === 'unknown').map(({ words }) => words),
  ].join('\n\n');
}
