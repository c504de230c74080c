/** The env files that kustomizations among the inputs name: they are checked too, as what is made of them. */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { EnvFileBinding } from '#server/engine/workspace/envFiles.ts';
import { uriToPath } from '#server/engine/workspace/fileUri.ts';
import { readInput, formatFileName, type Input } from './inputs.ts';
import { describeFileSystemError } from './readFile.ts';

/** What there is to check. */
export interface WithEnvFiles {
  readonly files: readonly Input[];
  /** What could not be read, with the reason. */
  readonly unreadable: readonly string[];
}

/**
 * The inputs, and behind them the env files that they name. One that was named in the call as well is known for what it
 * is.
 */
export async function withEnvFiles(
  inputs: readonly Input[],
  envFiles: ReadonlyMap<string, EnvFileBinding>,
): Promise<WithEnvFiles> {
  const unreadable: string[] = [];
  const files = inputs.map((input): Input => {
    const envOf = envFiles.get(input.uri);
    return envOf === undefined ? input : { ...input, envOf };
  });
  const known = new Set(inputs.map(({ uri }) => uri));
  for (const [uri, envOf] of envFiles) {
    const file = uriToPath(uri);
    const kustomization = uriToPath(envOf.namedBy);
    if (known.has(uri) || file === undefined || kustomization === undefined) continue;
    try {
      if (await isPlainFile(file, path.dirname(kustomization))) files.push({ ...(await readInput(file)), envOf });
    } catch (error) {
      // Files with credentials are often made when they are needed, and not kept.
      const reason = describeFileSystemError(error);
      if (!isMissing(error)) unreadable.push(`${formatFileName(file)}: ${reason}`);
    }
  }
  return { files, unreadable };
}

/** A regular file, and on the way to it from the folder no link: whoever follows one may end anywhere. */
async function isPlainFile(file: string, folder: string): Promise<boolean> {
  return (
    (await lstat(file)).isFile() &&
    (await realpath(file)) === path.join(await realpath(folder), path.relative(folder, file))
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
