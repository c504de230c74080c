/**
 * What the nodes of a pool are told to log: the file that the Machine Config Operator makes of a
 * ContainerRuntimeConfig, as it stands in the rendered configuration of the pool. A setting that is on the KataConfig
 * alone has not reached anybody. Source: openshift/machine-config-operator@004574ec
 * pkg/controller/container-runtime-config (helpers.go: createNewIgnition, crioDropInFilePathLogLevel).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, type ReadResult, type ClusterReader } from '../lookup.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';

/** By pool (`kata-oc`, `master`). A pool that is not there is missing. */
export type CrioLogLevels = Readonly<Record<string, PoolLogLevel>>;

export interface PoolLogLevel {
  /** The rendered configuration that the nodes are to have. */
  readonly target: string;
  /** `debug`; undefined: it sets none, and CRI-O's own default counts. */
  readonly level?: string;
  /** Its content could not be read as it is written. */
  readonly unreadable?: boolean;
}

const dropIn = '/etc/crio/crio.conf.d/01-ctrcfg-logLevel';
/** Characters of the file that are looked at. */
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
  // What is compressed is as unreadable here as what is no data at all.
  if ((getString(file, 'contents', 'compression') ?? '') !== '') return '';
  return getString(file, 'contents', 'source') ?? '';
}

/** The text of a `data:` address; undefined for what is none. */
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
