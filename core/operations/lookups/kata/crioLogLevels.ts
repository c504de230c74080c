/**
 * Log levels that are applied to the nodes of a pool. Reads the file that the Machine Config Operator creates from a
 * ContainerRuntimeConfig, in the rendered configuration of the pool. A level that is set only in the KataConfig isn't
 * applied yet. Source: openshift/machine-config-operator@004574ec pkg/controller/container-runtime-config (helpers.go:
 * createNewIgnition, crioDropInFilePathLogLevel).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, type ReadResult, type ClusterReader } from '../lookup.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';

/** Log levels by pool (`kata-oc`, `master`). Omits pools that don't exist. */
export type CrioLogLevels = Readonly<Record<string, PoolLogLevel>>;

export interface PoolLogLevel {
  /** Name of the rendered configuration that the nodes should have. */
  readonly target: string;
  /** Log level such as `debug`. Undefined if the configuration sets none and CRI-O's default applies. */
  readonly level?: string;
  /** True if the content of the file can't be decoded. */
  readonly unreadable?: boolean;
}

const dropIn = '/etc/crio/crio.conf.d/01-ctrcfg-logLevel';
/** Maximum number of characters to decode. */
const longest = 10_000;

export const crioLogLevelsFact = defineLookup<CrioLogLevels>({
  neededFor: () => l10n.t`whether a log level has been applied to the node configuration`,
  async read(reader) {
    const levels: Record<string, PoolLogLevel> = {};
    for (const pool of ['kata-oc', 'master']) {
      const answer = await readPool(reader, pool);
      if (answer.kind === 'problem') return answer;
      if (answer.kind === 'value') levels[pool] = answer.value;
    }
    return { kind: 'value', value: levels };
  },
});

async function readPool(reader: ClusterReader, name: string): Promise<ReadResult<PoolLogLevel>> {
  const pool = await reader.get(getObjectPath(createWatchedReference('machineConfigPools', name)));
  if (pool.kind !== 'value') return pool;
  const target = getString(pool.value, 'spec', 'configuration', 'name');
  if (target === undefined || target.length > 253) return { kind: 'absent' };
  const config = await reader.get(
    getObjectPath({
      ...createWatchedReference('machineConfigPools', target),
      plural: 'machineconfigs',
      kind: 'MachineConfig',
    }),
  );
  if (config.kind !== 'value') return config;
  const source = fileSource(config.value);
  if (source === undefined) return { kind: 'value', value: { target } };
  const text = decodeData(source);
  if (text === undefined) return { kind: 'value', value: { target, unreadable: true } };
  return { kind: 'value', value: { target, ...omitUndefined({ level: levelOf(text) }) } };
}

function fileSource(config: unknown): string | undefined {
  const file = getList(config, 'spec', 'config', 'storage', 'files').find((one) => getString(one, 'path') === dropIn);
  if (file === undefined) return undefined;
  // Compressed content isn't supported and counts as unreadable.
  if ((getString(file, 'contents', 'compression') ?? '') !== '') return '';
  return getString(file, 'contents', 'source') ?? '';
}

/** Returns the text of a `data:` URL, or undefined if it isn't valid. */
function decodeData(source: string): string | undefined {
  const match = source.length > longest ? null : /^data:[^,]{0,200}?(;base64)?,(.*)$/s.exec(source);
  if (match === null) return undefined;
  try {
    return match[1] === undefined ? decodeURIComponent(match[2] ?? '') : atob(match[2] ?? '');
  } catch {
    return undefined;
  }
}

function levelOf(text: string): string | undefined {
  return /^\s*log_level\s*=\s*"([a-z]{1,20})"\s*$/m.exec(text)?.[1];
}
