/**
 * Adds the env files that kustomizations in the inputs name. An env file is checked as the object that the
 * kustomization generates from it.
 */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { EnvFileBinding } from '#server/engine/workspace/envFiles.ts';
import { uriToPath } from '#server/engine/workspace/fileUri.ts';
import { readInput, formatFileName, type Input } from './inputs.ts';
import { describeFileSystemError } from './readFile.ts';

/** Inputs including env files. */
export interface WithEnvFiles {
  readonly files: readonly Input[];
  /** Env files that couldn't be read, with the reason. */
  readonly unreadable: readonly string[];
  /** Canonical URIs of env files that don't exist. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Returns the inputs followed by the env files that kustomizations name. An input that is such an env file gets
 * `envOf`.
 */
export async function withEnvFiles(
  inputs: readonly Input[],
  envFiles: ReadonlyMap<string, EnvFileBinding>,
): Promise<WithEnvFiles> {
  const unreadable: string[] = [];
  const missing = new Set<string>();
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
      // A rule reports the missing file where the kustomization names it.
      if (isMissing(error)) missing.add(uri);
      else unreadable.push(`${formatFileName(file)}: ${describeFileSystemError(error)}`);
    }
  }
  return { files, unreadable, missing };
}

/**
 * Returns whether the path is a regular file without a symbolic link between it and the folder. A link could lead
 * anywhere.
 */
async function isPlainFile(file: string, folder: string): Promise<boolean> {
  return (
    (await lstat(file)).isFile() &&
    (await realpath(file)) === path.join(await realpath(folder), path.relative(folder, file))
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
