/** Defines osc-tools, which provides the checks of the editor on the command line and in CI. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { languageNamed, languages, parseCommandName, type Locale } from '../l10n/locale.ts';
import { version } from '../engine/version.ts';
import { documentation, usageHint } from './help.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { exitUsage } from './usage.ts';

/** Loads the commands, in the order of the help. Each one loads separately, because it takes longer than most runs. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['lint', async () => (await import('./commands/lint.ts')).lintCommand()],
  ['policy', async () => (await import('./commands/policy.ts')).policyCommand()],
  ['initdata', async () => (await import('./commands/initdata.ts')).initdataCommand()],
  ['schema', async () => (await import('./commands/schemaExport.ts')).schemaCommand()],
  ['release', async () => (await import('./commands/release.ts')).releaseCommand()],
  ['preflight', async () => (await import('./commands/preflight.ts')).preflightCommand()],
  ['diff', async () => (await import('./commands/diff.ts')).diffCommand()],
  ['describe', async () => (await import('./commands/describe.ts')).describeCommand()],
  ['events', async () => (await import('./commands/events.ts')).eventsCommand()],
  ['rights', async () => (await import('./commands/rights.ts')).rightsCommand()],
  ['logs', async () => (await import('./commands/logs.ts')).logsCommand()],
  ['status', async () => (await import('./commands/status.ts')).statusCommand()],
  ['wait', async () => (await import('./commands/wait.ts')).waitCommand()],
  ['must-gather', async () => (await import('./commands/mustGather.ts')).mustGatherCommand()],
  ['explain', async () => (await import('./commands/explain.ts')).explainCommand()],
  ['size', async () => (await import('./commands/size.ts')).sizeCommand()],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcpCommand()],
  ['runbook', async () => (await import('./commands/runbook.ts')).runbookCommand()],
  ['simulate', async () => (await import('./commands/simulate.ts')).simulateCommand()],
]);

/** Runs the command that the process arguments specify. */
export function runProgram(): void {
  // If a reader closes the pipe early (`| head`), that isn't an error. The run continues and exits with the code for
  // its findings.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exit(exitUsage);
    });
  }

  createProgram(parseCommandName(process.argv.slice(2)))
    .then((program) => program.parseAsync())
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

/**
 * Creates the command with its subcommands.
 * @param name name of the only subcommand; with any other name, such as `help`, all of them
 */
export async function createProgram(name?: string): Promise<Command> {
  const program = new Command('osc-tools')
    .description(
      'Tools for Red Hat OpenShift sandboxed containers. Only preflight, diff, describe, events, logs, rights, status, wait, mcp, must-gather bundle, must-gather clean-up, must-gather collect, and runbook contact a cluster, and only the one that you specify.',
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
  const only = name === undefined ? undefined : commands.get(name);
  for (const load of only === undefined ? commands.values() : [only]) program.addCommand(await load());
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
