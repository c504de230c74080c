/**
 * Which `oc` it is, by its own word. Source: openshift/oc pkg/cli/version (`releaseClientVersion`, from 4.4 on);
 * Kubernetes alone says `clientVersion`. Without VS Code.
 */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { runProgram } from '../kubernetes/auth/runProgram.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { OcProgram } from './oc.ts';
import { ocEnv } from './ocEnv.ts';

/** Milliseconds; nobody is asked for it over the network. */
const patience = 15_000;

/**
 * Runs it once. The error is a sentence: it cannot be run. A version that cannot be read is unknown, and no error.
 * @param folder where it is run
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

/** @param text what `oc version --client -o json` wrote */
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
