/** Writes the script of `osc-tools runbook peer-pods-ports`. Loaded when it runs. */
import process from 'node:process';
import { buildPortsScript, withSettings, type PortsInput } from '#core/operations/peerPods/portsScript.ts';
import { createInEnglish } from '#core/text/language.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { clusterOrder, type ClusterOptions } from './clusterOptions.ts';
import { loadRunbookReader } from './commands/preflight.ts';
import { printMessage } from './io/printMessage.ts';
import { describeFileSystemError } from './io/readFile.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

/** Platforms of the Infrastructure on which the script runs without reading a cluster. */
const platforms: Readonly<Record<string, string>> = { aws: 'AWS', azure: 'Azure', gcp: 'GCP', ibmcloud: 'IBMCloud' };

/**
 * Writes the script. Returns the exit code.
 * @param set texts such as `LIBVIRT_NET=default`, if no context is specified
 */
export async function writePortsScript(
  options: ClusterOptions,
  provider: string,
  set: readonly string[],
): Promise<number> {
  const { context } = options;
  try {
    const input = context === undefined ? readOptions(provider, set) : await readCluster({ ...options, context });
    if (!input.ok) {
      printMessage(input.error);
      return exitUsage;
    }
    const built = createInEnglish(() => buildPortsScript(input.value));
    if (built.kind !== 'script') {
      for (const line of [built.message, ...(built.kind === 'list' ? built.detail : [])]) printMessage(line);
      return exitFound;
    }
    process.stdout.write(built.script);
    return exitClean;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

async function readCluster(
  options: ClusterOptions & { readonly context: string },
): Promise<Result<PortsInput, string>> {
  const { readPortsInput } = await loadRunbookReader();
  return readPortsInput(clusterOrder(options));
}

function readOptions(provider: string, set: readonly string[]): Result<PortsInput, string> {
  const settings: [string, string][] = [['CLOUD_PROVIDER', provider]];
  for (const text of set) {
    const equals = text.indexOf('=');
    if (equals < 1) return fail(`invalid setting "${text}": expected KEY=VALUE`);
    settings.push([text.slice(0, equals), text.slice(equals + 1)]);
  }
  const platform = platforms[provider];
  return succeed({
    cluster: 'the cluster',
    asOf: Date.now(),
    ...(platform === undefined ? {} : { platform }),
    ...withSettings(Object.fromEntries(settings)),
  });
}
