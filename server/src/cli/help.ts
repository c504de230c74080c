/** Formats the parts of `--help` other than options: exit codes, examples, and the documentation page. */
import type { Command } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getString } from '#core/common/json.ts';

/** Meaning of each exit code of a command. */
export type ExitCodes = Readonly<Partial<Record<0 | 1 | 2 | 3 | 130 | 143, string>>>;

export interface CommandHelp {
  /** One line, also used in the list of commands. */
  readonly summary: string;
  /** Additional information. */
  readonly details?: string;
  readonly exitCodes: ExitCodes;
  /** Shell command lines. A test runs each of them. */
  readonly examples: readonly string[];
  /** Page in docs/ with an anchor, such as `command-line.md#lint`. */
  readonly page: string;
}

const helpByCommand = new WeakMap<Command, CommandHelp>();

/** Returns the parts of the help text that Commander doesn't store, or undefined if the command has none. */
export function getCommandHelp(command: Command): CommandHelp | undefined {
  return helpByCommand.get(command);
}

/** Adds the help text to a command. */
export function withHelp(command: Command, help: CommandHelp): Command {
  const { summary, details, exitCodes, examples, page } = help;
  helpByCommand.set(command, help);
  return command
    .summary(summary)
    .description(details === undefined ? summary : `${summary}\n\n${details}`)
    .addHelpText('after', () => {
      const width = Math.max(...Object.keys(exitCodes).map((code) => code.length));
      const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(width)}  ${meaning}`);
      const lines = examples.map((example) => `  ${example}`);
      return ['', 'Exit codes:', ...codes, '', 'Examples:', ...lines, '', documentation(page)].join('\n');
    });
}

/** Returns the line with the link to a documentation page. */
export function documentation(page: string): string {
  return `Documentation: ${addressOf(page, path.join(import.meta.dirname, '..'))}`;
}

/**
 * Returns the address of a documentation page.
 * @param page in docs/
 * @param root parent of the folder that contains this file. In the bundle, this is the package folder. In the sources,
 * the package folder is two levels above it
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

/** Returns the web address of the repository from package.json, or undefined if unknown. */
function repositoryOf(folder: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const url = getString(manifest, 'repository', 'url')?.replace(/\.git$/, '');
    return url !== undefined && /^https:\/\/[\w./-]+$/.test(url) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the full name of a command as typed, such as `osc-tools policy eval`. */
function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** Returns the hint to print after a usage error. */
export function usageHint(command: Command): string {
  return `Run "${fullName(command)} --help" for usage, exit codes, and examples.`;
}

/** Exit code description that several commands share. */
export const unreadable = "Usage error, or a file can't be read";
export const findingCodes: ExitCodes = {
  0: 'No errors',
  1: 'Errors found',
  2: "Usage error, or a file can't be read or written",
};
