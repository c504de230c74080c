/**
 * Reads the version of `oc`. Source: openshift/oc pkg/cli/version (`releaseClientVersion`, in 4.4 and later).
 * Kubernetes builds report only `clientVersion`. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { runProgram } from '../kubernetes/auth/runProgram.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { OcProgram } from './oc.ts';
import { ocEnv } from './ocEnv.ts';

/** Timeout in milliseconds. The command doesn't use the network. */
const patience = 15_000;

/**
 * Runs `oc` once to read its version. Returns an error sentence if `oc` can't run. If the version can't be read from
 * the output, it's undefined.
 * @param folder working directory
 */
export async function askVersion(
  path: string,
  folder: string,
  clock: Clock,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<OcProgram, string>> {
  const answer = await runProgram(
    { argv: [path, 'version', '--client', '-o', 'json'], env: ocEnv(env, []), folder },
    clock,
    patience,
  );
  if (answer.ok) return succeed({ path, version: readVersion(answer.value) });
  const { error } = answer;
  if (error.kind === 'ended') return succeed({ path, version: undefined });
  return fail(
    error.kind === 'timeout'
      ? l10n.t`${path} didn't report its version within ${patience / 1000} s. Try "oc version --client" in a terminal.`
      : l10n.t`Can't run ${path}. Try "oc version --client" in a terminal.`,
  );
}

/**
 * Parses the version.
 * @param text output of `oc version --client -o json`
 */
export function readVersion(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const version = getString(value, 'releaseClientVersion') ?? getString(value, 'clientVersion', 'gitVersion');
  return /^v?(\d{1,4}\.\d{1,4}\.\d{1,6}[\w.+-]{0,60})$/.exec(version ?? '')?.[1];
}
