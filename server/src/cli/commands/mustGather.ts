/**
 * `osc-tools must-gather`: collects, analyzes, compares, and packs must-gathers. Only `bundle`, `clean-up`, and
 * `collect` contact a cluster.
 */
import { formatCount } from '#core/text/formatCount.ts';
import { Command, Option } from 'commander';
import process from 'node:process';
import type { Result } from '#core/common/result.ts';
import { version } from '#server/engine/version.ts';
import type { ReadOptions } from '#gather/read/mustGatherReadResult.ts';
import { bundleCommand } from './mustGatherBundle.ts';
import { cleanUpCommand } from './mustGatherCleanUp.ts';
import { collectCommand } from './mustGatherCollect.ts';
import { packCommand } from './mustGatherPack.ts';
import { withHelp, type ExitCodes } from '../help.ts';
import { formatSanitizedJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

const formats = ['text', 'md', 'json', 'sarif'] as const;

const comparisonFormats = ['md', 'json'] as const;

export function mustGatherCommand(): Command {
  return withHelp(new Command('must-gather'), {
    summary: 'Collect, analyze, compare, and share must-gathers.',
    exitCodes: {
      0: 'The command succeeded, and found no problems or differences',
      1: 'Problems or differences were found, or some data is missing',
      2: 'Usage error, or the command failed',
    },
    examples: [
      'osc-tools must-gather collect --context demo',
      'osc-tools must-gather report must-gather.local',
      'osc-tools must-gather bundle --must-gather must-gather.local --yes',
    ],
    page: 'must-gather.md',
  })
    .addCommand(reportCommand())
    .addCommand(compareCommand())
    .addCommand(collectCommand())
    .addCommand(bundleCommand())
    .addCommand(packCommand())
    .addCommand(cleanUpCommand());
}

const reportCodes: ExitCodes = {
  0: 'No problems found',
  1: 'Problems found',
  2: "Usage error, or the must-gather can't be read",
};

function reportCommand(): Command {
  return withHelp(new Command('report'), {
    summary: 'Report the problems in a must-gather.',
    details: "Lists the most likely cause first, with evidence. Doesn't extract archives to disk.",
    exitCodes: reportCodes,
    examples: [
      'osc-tools must-gather report must-gather.local',
      'osc-tools must-gather report must-gather.local --format md > report.md',
    ],
    page: 'must-gather.md',
  })
    .argument(
      '<path>',
      'folder, or tar, tar.gz, or zip archive, of an OpenShift sandboxed containers or cluster must-gather',
    )
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('text'))
    .action(async (path: string, { format }: { readonly format: (typeof formats)[number] }) => {
      const { formatReport, createMustGatherReport } = await import('#gather/main.ts');
      process.exitCode = await read(
        async (options) => {
          const report = await createMustGatherReport(path, options);
          return report.ok ? report : { ok: false, error: `can't read ${path}: ${report.error.words}` };
        },
        (report) => print(formatReport(report, format, version), report.findings.length > 0),
      );
    });
}

function compareCommand(): Command {
  return withHelp(new Command('compare'), {
    summary: 'Compare two must-gathers.',
    details:
      'Shows changes to versions, the KataConfig, nodes, and components, and which findings are new or resolved.',
    exitCodes: {
      0: 'No differences',
      1: 'Differences found',
      2: "Usage error, or the must-gather can't be read",
    },
    examples: ['osc-tools must-gather compare must-gather.before must-gather.local'],
    page: 'must-gather.md',
  })
    .argument('<first>', 'folder, or tar, tar.gz, or zip archive')
    .argument('<second>', 'must-gather to compare with, preferably of the same kind')
    .addOption(new Option('--format <format>', 'output format').choices(comparisonFormats).default('md'))
    .action(
      async (first: string, second: string, { format }: { readonly format: (typeof comparisonFormats)[number] }) => {
        const { comparisonOf, differs, formatComparison } = await import('#gather/main.ts');
        process.exitCode = await read(
          (options) => comparisonOf(first, second, options),
          (comparison) => print(formatComparison(comparison, format), differs(comparison)),
        );
      },
    );
}

function print(formatted: { readonly text: string } | { readonly value: unknown }, found: boolean): number {
  process.stdout.write(
    'text' in formatted ? sanitizeTerminalLines(formatted.text) : `${formatSanitizedJson(formatted.value)}\n`,
  );
  return found ? exitFound : exitClean;
}

/**
 * Reads a must-gather and returns the exit code. Has no listeners for SIGINT and SIGTERM, so these signals stop the
 * process immediately. A listener would run only after the text in progress is parsed. There is nothing to clean up.
 */
async function read<T>(
  reading: (options: ReadOptions) => Promise<Result<T, string>>,
  show: (value: T) => number,
): Promise<number> {
  try {
    const value = await reading(process.stderr.isTTY ? { progress: shownProgress() } : {});
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    if (value.ok) return show(value.value);
    printMessage(value.error);
    return exitUsage;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

/** Returns a function that prints the progress whenever the percentage changes. */
function shownProgress(): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const hundredths = total === 0 ? Math.floor(done / 1000) : Math.floor((done / total) * 100);
    if (hundredths === shown) return;
    shown = hundredths;
    process.stderr.write(`\rReading: ${total === 0 ? formatCount(done, 'file') : `${hundredths}%`}`);
  };
}
