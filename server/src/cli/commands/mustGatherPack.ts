/** `osc-tools must-gather pack`: packs a must-gather into a support archive. Contacts no cluster. */
import { Command, Option } from 'commander';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { formatSanitizedJson, sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { failUsage } from '../clusterOptions.ts';
import { collectFormats, exitCodeOfSignal, type CollectFormat } from '../mustGather/collectResult.ts';
import { formatPackReview, type PackedFiles } from '../formats/packReview.ts';
import { withHelp } from '../help.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage, ProgressLine } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options {
  readonly redact: boolean;
  readonly output?: string;
  readonly force: boolean;
  readonly format: CollectFormat;
}

export function packCommand(): Command {
  return withHelp(new Command('pack'), {
    summary: 'Create a support archive from a must-gather.',
    details:
      "Writes a zip archive, and lists the sizes, the number of redacted values by file, and the omitted files. Replaces Secret values, tokens, passwords, and private keys with ***. Omits the files that it can't redact, such as binary files and nested archives. Keeps names, addresses, and logs, so review the archive before you share it. Doesn't contact a cluster.",
    exitCodes: {
      0: 'The archive contains all files',
      1: "The archive was written without the files that can't be redacted or read",
      2: 'Usage error, or the archive was not written',
      130: 'You stopped the command (Ctrl+C). No archive was written',
      143: 'The command was terminated (SIGTERM). No archive was written',
    },
    examples: [
      'osc-tools must-gather pack must-gather.local -o case-4711.zip',
      'osc-tools must-gather pack must-gather.local --no-redact -o internal.zip --format json',
    ],
    page: 'collect-must-gather.md#create-a-support-archive-on-the-command-line',
  })
    .argument('<path>', 'folder of a must-gather')
    .addOption(new Option('--redact', 'redact credentials').default(true))
    .addOption(new Option('--no-redact', 'add all files unchanged'))
    .option('-o, --output <file>', 'archive to write (default: name of the folder with -redacted.zip or .zip)')
    .addOption(new Option('--force', 'replace an existing file').default(false))
    .addOption(new Option('--format <format>', 'output format').choices(collectFormats).default('text'))
    .action(async (folder: string, options: Options, command: Command) => {
      process.exitCode = await run(path.resolve(folder), options, command);
    });
}

async function run(folder: string, options: Options, command: Command): Promise<number> {
  const { redact, output, force } = options;
  const target = path.resolve(output ?? `${folder}${redact ? '-redacted' : ''}.zip`);
  const between = path.relative(folder, target);
  if (between !== '' && !between.startsWith('..') && !path.isAbsolute(between))
    return failUsage(command, "the archive can't be in the folder that it contains. Use --output with another folder");
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  if (isFolder !== true) {
    printMessage(
      isFolder === undefined
        ? `can't read ${folder}: no such file or folder`
        : `${folder} isn't a folder. If it is an archive, extract it first`,
    );
    return exitUsage;
  }
  const reserved = await reserve(target, force);
  if (reserved === undefined) return exitUsage;
  const code = await pack(folder, target, options);
  // Without an archive, the file is still empty. A file that --force would have replaced stays.
  if (reserved === 'created' && code !== exitClean && code !== exitFound) await rm(target, { force: true });
  return code;
}

/**
 * Creates the target as an empty file, so that no other process can create it meanwhile.
 * @returns how the file came to exist, or undefined if the archive can't be written; then the reason is printed
 */
async function reserve(target: string, force: boolean): Promise<'created' | 'existing' | undefined> {
  try {
    await (await open(target, 'wx', 0o600)).close();
    return 'created';
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (exists && force) return 'existing';
    printMessage(
      exists
        ? `${target} already exists. To replace it, use --force`
        : `can't write ${target}: ${describeFileSystemError(error)}`,
    );
    return undefined;
  }
}

async function pack(folder: string, target: string, { redact, format }: Options): Promise<number> {
  const { writeArchive } = await import('#client/mustGather/supportArchive/writeArchive.ts');
  const stopped = stopSignal();
  const progress = new ProgressLine();
  try {
    const manifest = await writeArchive(folder, target, {
      redact,
      include: new Set(),
      signal: stopped.signal,
      progress: (done, total) => progress.show(`Packing: ${Math.floor((100 * done) / Math.max(total, 1))}%`),
    });
    progress.clear();
    print(manifest, target, format);
    return manifest.leftOut.length === 0 ? exitClean : exitFound;
  } catch (error) {
    progress.clear();
    const interrupted = exitCodeOfSignal(stopped.stoppedBy());
    const isCanceled = stopped.signal.aborted;
    printMessage(
      isCanceled ? 'canceled: no archive was written' : `can't write ${target}: ${describeFileSystemError(error)}`,
    );
    return interrupted ?? exitUsage;
  } finally {
    stopped.end();
  }
}

function print(manifest: PackedFiles, target: string, format: CollectFormat): void {
  const { redacted, files, leftOut } = manifest;
  if (format === 'json') {
    process.stdout.write(`${formatSanitizedJson({ archive: target, redacted, files, leftOut })}\n`);
    return;
  }
  for (const line of formatPackReview(manifest)) process.stderr.write(`${sanitizeTerminalLine(line)}\n`);
  process.stderr.write('Review the archive before you share it.\n');
  process.stdout.write(`${sanitizeTerminalLine(target)}\n`);
}
