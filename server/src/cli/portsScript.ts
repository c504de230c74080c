/** Writes the script of `osc-tools runbook peer-pods-ports`. Loaded when it runs. */
import process from 'node:process';
import { parseAddress } from '#core/peerPods/parseAddress.ts';
import { createPortTestCommand, getShellName } from '#core/operations/peerPods/portTest.ts';
import { buildPortsScript, portsOf, withSettings, type PortsInput } from '#core/operations/peerPods/portsScript.ts';
import { omitUndefined } from '#core/common/json.ts';
import { keyNamed } from '#core/peerPods/keys/index.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { newestRelease } from '#core/product/releases.ts';
import { createInEnglish } from '#core/text/language.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { clusterOrder, type ClusterOptions } from './clusterOptions.ts';
import { readConfigSettings } from './configSettings.ts';
import { loadRunbookReader } from './commands/preflight.ts';
import { printMessage } from './io/printMessage.ts';
import { describeFileSystemError } from './io/readFile.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

/** Platforms of the Infrastructure on which the script runs without reading a cluster. */
const platforms: Readonly<Record<string, string>> = { aws: 'AWS', azure: 'Azure', gcp: 'GCP', ibmcloud: 'IBMCloud' };

/**
 * Writes the script, or the command that tests the port of a pod VM. Returns the exit code.
 * @param set texts such as `LIBVIRT_NET=default`, if no context is specified
 * @param testAddress IP address of the pod VM to test
 */
export async function writePortsScript(
  options: ClusterOptions,
  provider: string,
  set: readonly string[],
  testAddress?: string,
): Promise<number> {
  const { context } = options;
  try {
    if (testAddress !== undefined && (parseAddress(testAddress) === undefined || testAddress.includes('%'))) {
      printMessage('invalid value for --test-address: expected an IP address, such as 10.0.131.7');
      return exitUsage;
    }
    const input = context === undefined ? readOptions(provider, set) : await readCluster({ ...options, context });
    if (!input.ok) {
      printMessage(input.error);
      return exitUsage;
    }
    if (testAddress !== undefined) {
      const [port] = portsOf(input.value);
      const node = getShellName(input.value.worker?.name);
      process.stdout.write(`${createPortTestCommand({ node, address: testAddress, port })}\n`);
      return exitClean;
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
  const read = readConfigSettings(set, provider);
  if (!read.ok) return read;
  for (const [name, value] of Object.entries(read.value)) {
    const key = keyNamed(name, provider);
    const problem = key === undefined ? undefined : validateConfigValue(key, value, newestRelease);
    if (problem !== undefined) return fail(problem);
  }
  const { AWS_REGION } = read.value;
  return succeed({
    cluster: 'the cluster',
    ...omitUndefined({ platform: platforms[provider], region: AWS_REGION }),
    ...withSettings({ ...read.value, CLOUD_PROVIDER: provider }),
  });
}
