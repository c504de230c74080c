/** `osc-tools events`: lists or follows the events of an object or a namespace, with the meaning of known messages. */
import { Command, Option } from 'commander';
import process from 'node:process';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { omitUndefined } from '#core/common/json.ts';
import { RecentKeys } from '#core/common/recentKeys.ts';
import { formatSanitizedJson, sanitizeJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { withHelp } from '../help.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { waitForOutput } from '../io/outputSpace.ts';
import { printMessage } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitClean, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly namespace?: string;
  readonly warnings: boolean;
  readonly watch: boolean;
  readonly format: string;
}

export function eventsCommand(): Command {
  return withHelp(new Command('events'), {
    summary: 'List the events of an object or a namespace.',
    details:
      "Lists warnings first, then other events, newest first. Explains known messages. For a workload, includes its pods. Contacts only the cluster of the context that you specify. Doesn't change the cluster.",
    exitCodes: { 0: 'The events were listed, or none exist', 2: "Usage error, or the events can't be read" },
    examples: [
      'osc-tools events --context demo -n payments --warnings',
      'osc-tools events deploy/api --context demo -n payments',
      'osc-tools events node/worker-1 --context demo --format json',
    ],
    page: 'command-line.md#events',
  })
    .usage('[kind/name] --context <name> [options]')
    .argument('[kind/name]', 'object, such as pod/web-0, deploy/web, node/worker-1, or mcp/kata-oc')
    .addOption(contextOption())
    .option('-n, --namespace <name>', 'namespace (default: the namespace of the context)')
    .option('--warnings', 'list only warnings', false)
    .option('-w, --watch', 'after listing the events, show new ones until you press Ctrl+C', false)
    .addOption(kubeconfigOption())
    .addOption(
      new Option('--format <format>', 'output format (with --watch, json prints one event per line)')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (object: string | undefined, options: Options, command: Command) => {
      process.exitCode = await run(object, options, command);
    });
}

/** Loads the code that contacts a cluster. */
export async function loadEventReader() {
  return import('#client/events/eventsCommand.ts');
}

async function run(
  object: string | undefined,
  { context, namespace, warnings, watch, format, ...asked }: Options,
  command: Command,
): Promise<number> {
  const reader = await loadEventReader();
  try {
    if (context === undefined) return await failWithoutContext(command, asked, reader.listContexts);
    const order = clusterOrder({ ...asked, context });
    const request = { ...omitUndefined({ object, namespace }), warningsOnly: warnings };
    if (watch) return await follow(reader, order, request, format);
    const read = await reader.readClusterEvents(order, request);
    if (!read.ok) {
      printMessage(read.error);
      return exitUsage;
    }
    const { report } = read.value;
    process.stdout.write(
      format === 'json'
        ? `${formatSanitizedJson(reader.createEventReportJson(report))}\n`
        : sanitizeTerminalLines(reader.eventReportText(report)),
    );
    return exitClean;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

/** Maximum number of explanations that aren't repeated. */
const mostExplanations = 500;

type Reader = Awaited<ReturnType<typeof loadEventReader>>;

async function follow(
  { followClusterEvents, createEventJson, eventCells, explanationLines }: Reader,
  order: ReturnType<typeof clusterOrder>,
  request: Parameters<Reader['followClusterEvents']>[1],
  format: string,
): Promise<number> {
  const stopped = stopSignal();
  const explained = new RecentKeys(mostExplanations);
  const followed = await followClusterEvents({ ...order, signal: stopped.signal }, request, {
    waitForSpace: waitForOutput(process.stdout),
    onEvent(event) {
      const text =
        format === 'json'
          ? JSON.stringify(createEventJson(event))
          : [eventCells(event).join('  '), ...newLines(explained, explanationLines(event))].join('\n');
      process.stdout.write(format === 'json' ? `${sanitizeJson(text)}\n` : sanitizeTerminalLines(`${text}\n`));
    },
  });
  stopped.end();
  if (followed.ok || stopped.signal.aborted) return exitClean;
  printMessage(followed.error);
  return exitUsage;
}

/** Returns lines that weren't printed before. A repeated event would otherwise repeat its explanation. */
function newLines(printed: RecentKeys, lines: readonly string[]): readonly string[] {
  const key = lines.join('\n');
  if (printed.has(key)) return [];
  printed.add(key);
  return lines;
}
