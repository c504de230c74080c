/** Reads the keys of peer-pods-cm in the option `--set` of `osc-tools runbook`. */
import { fail, succeed, type Result } from '#core/common/result.ts';
import { listKeyProviders } from '#core/peerPods/keys/index.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { printMessage } from './io/printMessage.ts';

/**
 * Returns the values of the keys. Prints which keys are unknown, because their names might be misspelled.
 * @param set texts such as `AWS_REGION=us-east-1`
 */
export function readConfigSettings(
  set: readonly string[],
  provider: string,
): Result<Readonly<Record<string, string>>, string> {
  const values: [string, string][] = [];
  for (const text of set) {
    const equals = text.indexOf('=');
    if (equals < 1) return fail(`invalid setting "${text}": expected KEY=VALUE`);
    const name = text.slice(0, equals);
    const readers: readonly string[] | 'all' = listKeyProviders(name);
    if (readers !== 'all' && !readers.includes(provider))
      printMessage(`warning: ${peerPodsConfigMapName} has no documented key ${name} for the provider ${provider}`);
    values.push([name, text.slice(equals + 1)]);
  }
  return succeed(Object.fromEntries(values));
}
