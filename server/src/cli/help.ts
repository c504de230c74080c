/** Formats the parts of `--help` other than options: exit codes, examples, and the page of the documentation. */
import * as l10n from '@vscode/l10n';
import type { Command } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getString } from '#core/common/json.ts';

/** The meaning of each exit code that a command has. */
export type ExitCodes = Readonly<Partial<Record<0 | 1 | 2, string>>>;

export interface CommandHelp {
  /** One line, also for the list of commands. */
  readonly summary: string;
  /** Additional information. */
  readonly details?: string;
  readonly exitCodes: ExitCodes;
  /** Command lines for a shell. A test runs each of them. */
  readonly examples: readonly string[];
  /** The page in docs/, with an anchor: `command-line.md#lint`. */
  readonly page: string;
}

/** Adds the help to a command. */
export function withHelp(command: Command, { summary, details, exitCodes, examples, page }: CommandHelp): Command {
  return command
    .summary(summary)
    .description(details === undefined ? summary : `${summary}\n\n${details}`)
    .addHelpText('after', () => {
      const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`);
      const lines = examples.map((example) => `  ${example}`);
      return ['', l10n.t`Exit codes:`, ...codes, '', l10n.t`Examples:`, ...lines, '', documentation(page)].join('\n');
    });
}

/** Returns the line that leads to a page of the documentation. */
export function documentation(page: string): string {
  return l10n.t`Documentation: ${addressOf(page, path.join(import.meta.dirname, '..'))}`;
}

/**
 * @param page in docs/
 * @param root the folder of the package. In the sources, that of the bundle is one below it, and this file is three
 * below it
 */
function addressOf(page: string, root: string): string {
  for (const folder of [root, path.join(root, '../..')]) {
    const repository = repositoryOf(folder);
    if (repository !== undefined) return `${repository}/blob/HEAD/docs/${page}`;
    const [name = ''] = page.split('#');
    const file = path.join(folder, 'docs', name);
    if (existsSync(file)) return file;
  }
  return path.join(root, 'README.md');
}

/** Returns the web address of the sources from package.json; undefined if unknown. */
function repositoryOf(folder: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const url = getString(manifest, 'repository', 'url')?.replace(/\.git$/, '');
    return url !== undefined && /^https:\/\/[\w./-]+$/.test(url) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the name of a command as it is typed: `osc-tools policy eval`. */
function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** Returns the line after an error of usage. */
export function usageHint(command: Command): string {
  return l10n.t('Run `{0} --help` for usage, exit codes, and examples.', fullName(command));
}

/** Exit codes of several commands. */
export const unreadable = (): string => l10n.t`Usage error, or a file can't be read`;
export const findingCodes = (): ExitCodes => ({
  0: l10n.t`No errors`,
  1: l10n.t`Errors found`,
  2: l10n.t`Usage error, or a file can't be read or written`,
});
