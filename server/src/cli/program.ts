/** Defines osc-tools, which provides the checks of the editor on the command line and in CI. */
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
import { sizeCommand } from './commands/size.ts';
import { simulateCommand } from './commands/simulate.ts';
import { exitUsage } from './usage.ts';

/** Runs the command that the process arguments specify. */
export function runProgram(): void {
  // If a reader closes the pipe early (`| head`), that isn't an error. The run continues and exits with the code for
  // its findings.
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

/** Creates the command with all its subcommands. */
export function createProgram(): Command {
  const program = new Command('osc-tools')
    .description(
      'Tools for Red Hat OpenShift sandboxed containers. Only preflight and mcp contact a cluster, and only the one that you specify.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'Show help for a command.')
    // main.ts has already applied this option. Here it's validated and documented.
    .addOption(
      new Option(
        '--lang <language>',
        `language of findings and explanations: ${languages.join(', ')} (default: from LC_ALL, LC_MESSAGES, or LANG)`,
      ).argParser(parseLanguage),
    )
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => command.name(),
    })
    .addHelpText('after', () =>
      ['', 'Run "osc-tools COMMAND --help" for exit codes and examples.', documentation('command-line.md')].join('\n'),
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
    .addCommand(sizeCommand())
    .addCommand(mcpCommand())
    .addCommand(runbookCommand())
    .addCommand(simulateCommand());
  inherit(program);
  return program;
}

function parseLanguage(value: string): Locale {
  const language = languageNamed(value);
  if (language === undefined) throw new InvalidArgumentError(`Supported languages: ${languages.join(', ')}.`);
  return language;
}

/**
 * Configures how commands show errors, because separately created commands don't inherit this. Each error refers to the
 * help of its command.
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
