/** Generates docs/command-line-reference.md from the definitions of the commands of `osc-tools`. */
import type { Command } from 'commander';
import { getCommandHelp, type CommandHelp } from '#server/cli/help.ts';
import { createProgram } from '#server/cli/program.ts';
import { anchor } from '../packaging/galleryChecks.ts';
import { createPage, createTable, escapeMarkdown } from './markdown.ts';

interface NamedCommand {
  /** Name without `osc-tools`, such as `policy eval`. */
  readonly name: string;
  readonly command: Command;
  readonly help: CommandHelp;
}

/** Returns the page. */
export async function commandLinePage(): Promise<string> {
  const program = await createProgram();
  const commands = listCommands(program);
  return createPage([
    '# Command line reference',
    'This page lists the commands of `osc-tools` with their arguments, options, exit codes, and examples. To see the same information in a terminal, add `--help` to a command. To get `osc-tools`, and to use it in a terminal or in CI, see [Command line and CI](command-line.md).',
    'Below the description of a command, a line shows its usage. `<name>` is a value that you must specify, `[name]` is optional, and `...` means that you can specify several values.',
    createTable(
      ['command', 'description'],
      commands.map(({ name, help }) => [`[\`${name}\`](#${anchor(name)})`, escapeMarkdown(help.summary)]),
    ),
    '## Options for all commands',
    parameterTable(program),
    ...commands.flatMap(section),
  ]);
}

/** Returns the commands without subcommands, in the order of the help. */
function listCommands(parent: Command, names: readonly string[] = []): readonly NamedCommand[] {
  return parent.commands.flatMap((command) => {
    const path = [...names, command.name()];
    if (command.commands.length > 0) return listCommands(command, path);
    const help = getCommandHelp(command);
    if (help === undefined) throw new Error(`${path.join(' ')} has no help`);
    return [{ name: path.join(' '), command, help }];
  });
}

function section({ name, command, help }: NamedCommand): readonly string[] {
  const { summary, details = '', exitCodes, examples, page } = help;
  const parameters = parameterTable(command);
  return [
    `## ${name}`,
    ...descriptionBlocks(`${summary} ${details}`.trim()),
    `For more information, see [${page.replace(/#.*/, '')}](${page}).`,
    `\`${command.createHelp().commandUsage(command)}\``,
    ...(parameters === '' ? [] : [parameters]),
    createTable(
      ['exit code', 'meaning'],
      Object.entries(exitCodes).map(([code, meaning]) => [code, escapeMarkdown(meaning)]),
    ),
    ['```sh', ...examples, '```'].join('\n'),
  ];
}

/** Returns the paragraphs of a description. Indented lines, which have columns, become a code block. */
function descriptionBlocks(description: string): readonly string[] {
  return description.split(/\n{2,}/).flatMap((paragraph) => {
    const lines = paragraph.split('\n');
    const columns = lines.filter((line) => line.startsWith('  ')).map((line) => line.slice(2));
    const text = escapeMarkdown(lines.filter((line) => !line.startsWith('  ')).join(' '));
    return columns.length === 0 ? [text] : [text, ['```text', ...columns, '```'].join('\n')];
  });
}

/** Returns a table of the arguments and options of a command, or an empty string if it has none. */
function parameterTable(command: Command): string {
  const help = command.createHelp();
  const rows = [
    ...help.visibleArguments(command).map((argument) => [argument.name(), help.argumentDescription(argument)]),
    ...help
      .visibleOptions(command)
      // Each command has this option.
      .filter(({ long }) => long !== '--help' || command.parent === null)
      .map((option) => [option.flags, help.optionDescription(option)]),
  ] as const;
  return rows.length === 0
    ? ''
    : createTable(
        ['argument or option', 'description'],
        rows.map(([term = '', description = '']) => [`\`${term}\``, formatDescription(description)]),
      );
}

/**
 * Formats the description of a parameter. Commander quotes values and also shows the default of flags. Quoted values
 * become code, and the default of flags is removed.
 */
function formatDescription(description: string): string {
  return escapeMarkdown(description.replace(' (default: false)', '')).replaceAll(/"([^"]+)"/g, '`$1`');
}
