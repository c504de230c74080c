/** osc-tools: what the editor knows, on the command line and in CI. */
import * as l10n from '@vscode/l10n';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { languageNamed, languages, type Locale } from '../l10n/locale.ts';
import { version } from '../engine/version.ts';
import { explainCommand } from './commands/explain.ts';
import { documentation, usageHint } from './help.ts';
import { initdataCommand } from './commands/initdata.ts';
import { lintCommand } from './commands/lint.ts';
import { mcpCommand } from './commands/mcp.ts';
import { mustGatherCommand } from './commands/mustGather.ts';
import { policyCommand } from './commands/policy.ts';
import { preflightCommand } from './commands/preflight.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { runbookCommand } from './commands/runbook.ts';
import { schemaCommand } from './commands/schemaExport.ts';
import { simulateCommand } from './commands/simulate.ts';
import { exitUsage } from './usage.ts';

/** Runs the command that the arguments of the process name. */
export function runProgram(): void {
  // A reader that has seen enough (`| head`) is no error of ours: the run goes on and ends with the code of its
  // findings.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exit(exitUsage);
    });
  }

  createProgram()
    .parseAsync()
    .catch((error: unknown) => {
      if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitUsage;
      else {
        process.stderr.write(
          `osc-tools: ${sanitizeTerminalLine(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
        );
        process.exitCode = exitUsage;
      }
    });
}

function createProgram(): Command {
  const program = new Command('osc-tools')
    .description(
      l10n.t`Tools for Red Hat OpenShift sandboxed containers. Only preflight and mcp contact a cluster, and only the one that you specify.`,
    )
    .version(version, '-V, --version', l10n.t`print the version`)
    .helpOption('-h, --help', l10n.t`say how it is used`)
    .helpCommand('help [command]', l10n.t`Show the help of a command.`)
    // main.ts has already read this option. Here it is checked and explained.
    .addOption(
      new Option(
        '--lang <language>',
        l10n.t`the language of what is printed: ${languages.join(', ')}; else that of the environment`,
      ).argParser(parseLanguage),
    )
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => titles()[title] ?? title,
      subcommandTerm: (command) => command.name(),
    })
    .addHelpText('after', () =>
      [
        '',
        l10n.t('Run `osc-tools COMMAND --help` for exit codes and examples.'),
        documentation('command-line.md'),
      ].join('\n'),
    )
    .exitOverride();
  program
    .addCommand(lintCommand())
    .addCommand(policyCommand())
    .addCommand(initdataCommand())
    .addCommand(schemaCommand())
    .addCommand(preflightCommand())
    .addCommand(mustGatherCommand())
    .addCommand(explainCommand())
    .addCommand(mcpCommand())
    .addCommand(runbookCommand())
    .addCommand(simulateCommand());
  inherit(program);
  return program;
}

function parseLanguage(value: string): Locale {
  const language = languageNamed(value);
  if (language === undefined) throw new InvalidArgumentError(l10n.t`Languages: ${languages.join(', ')}.`);
  return language;
}

/** The titles that the library prints above what it lists. */
function titles(): Readonly<Record<string, string>> {
  return {
    'Usage:': l10n.t`Usage:`,
    'Arguments:': l10n.t`Arguments:`,
    'Options:': l10n.t`Options:`,
    'Global Options:': l10n.t`Global Options:`,
    'Commands:': l10n.t`Commands:`,
  };
}

/**
 * Configures how commands show errors. Separately created commands don't inherit this. Each error names the help of its
 * command.
 */
function inherit(parent: Command): void {
  parent.showHelpAfterError(usageHint(parent));
  for (const command of parent.commands) {
    const { outputError } = command.configureOutput();
    command.copyInheritedSettings(parent);
    // A command can add its own text to an error.
    if (outputError !== undefined) command.configureOutput({ outputError });
    inherit(command);
  }
}
