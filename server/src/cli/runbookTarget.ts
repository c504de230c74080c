/** Options for the cluster of a runbook, and the files that `osc-tools runbook` writes. */
import { InvalidArgumentError, type Command } from 'commander';
import { lstat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Result } from '#core/common/result.ts';
import { objectNameProblem } from '#core/kinds/objectName.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { createFolder } from './io/createFolder.ts';
import { describeFileSystemError } from './io/readFile.ts';
import { printMessage } from './io/printMessage.ts';
import { isServerAddress, type RunbookOptions } from './runbookOptions.ts';
import { exitClean, exitUsage } from './usage.ts';

interface WrittenFile {
  readonly name: string;
  readonly text: string;
}

/** Adds the options that select the only cluster on which the script runs. */
export function withRunbookCluster(command: Command): Command {
  return command
    .option(
      '--server <url>',
      'API server of the only cluster on which the script runs (default: any cluster, after confirmation)',
      parseServer,
    )
    .option('--cluster <name>', 'name of the cluster, which the user types before nodes reboot', parseClusterName)
    .hook('preAction', (called) => {
      const { cluster, server }: RunbookOptions = called.opts();
      // Without an address, the script couldn't identify the cluster.
      if (cluster !== undefined && server === undefined)
        called.error('error: --cluster requires --server, because the runbook identifies the cluster by its address');
    });
}

/** Returns why the format and the folder of a runbook don't fit together, or undefined if they do. */
export function outputProblem({
  format,
  output,
}: {
  readonly format: string;
  readonly output?: string;
}): string | undefined {
  if (format !== 'bash' && output === undefined) return '--format gitops and --format argo require --output';
  if (format === 'bash' && output !== undefined) return '--output requires --format gitops or --format argo';
  return undefined;
}

function parseServer(value: string): string {
  if (!isServerAddress(value))
    throw new InvalidArgumentError('Expected a URL without credentials, such as https://api.example.com:6443.');
  return value;
}

function parseClusterName(value: string): string {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value))
    throw new InvalidArgumentError('Expected a name without control characters.');
  return value;
}

/** Returns a parser for the name of an object of this kind, which the API server must accept. */
export function parseObjectName(kind: string): (value: string) => string {
  return (value) => {
    const problem = value === '' ? 'it is empty' : objectNameProblem(value, kind);
    if (problem !== undefined)
      throw new InvalidArgumentError(`The API server rejects this ${kind} name, because ${problem}.`);
    return value;
  };
}

/** Writes the files of a runbook to a folder. Returns the exit code. */
export async function writeRunbookFolder(
  made: Result<readonly WrittenFile[], string>,
  output: string | undefined,
): Promise<number> {
  if (!made.ok) {
    printMessage(made.error);
    return exitUsage;
  }
  if (output === undefined) {
    printMessage('--format gitops and --format argo require --output');
    return exitUsage;
  }
  try {
    await createFolder(output);
    for (const file of made.value) {
      if (!(await isThere(path.join(output, file.name)))) continue;
      printMessage(`${file.name} already exists in ${output}. No files were written.`);
      return exitUsage;
    }
    for (const file of made.value) await write(output, file);
    return exitClean;
  } catch (error) {
    printMessage(`can't write ${output}: ${describeFileSystemError(error)}`);
    return exitUsage;
  }
}

/**
 * Writes a new file. Never overwrites an existing file or follows a symbolic link, even if it was created in the
 * meantime.
 */
async function write(folder: string, { name, text }: WrittenFile): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, text, { flag: 'wx' });
  process.stdout.write(`${sanitizeTerminalLine(file)}\n`);
}

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
