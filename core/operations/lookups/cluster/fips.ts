/**
 * Reads whether the nodes run in FIPS mode. The installer creates the MachineConfigs `99-master-fips` and
 * `99-worker-fips`. Without them, the rendered configuration of the pool contains the setting. Sources: openshift/api
 * machineconfiguration/v1 (MachineConfigSpec.FIPS); openshift/installer
 * pkg/asset/machines/machineconfig/fips.go.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getString } from '#core/common/json.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import { defineLookup, type ClusterReader, type ReadResult } from '../lookup.ts';

/** The FIPS setting of a MachineConfig. A rendered MachineConfig can have megabytes, so nothing else is stored. */
export interface FipsSetting {
  /** Name of the MachineConfig that contains the setting. */
  readonly config: string;
  readonly isEnabled: boolean;
}

export interface FipsSettings {
  /** One setting for each pool that exists. */
  readonly settings: readonly FipsSetting[];
}

export const fipsFact = defineLookup<FipsSettings>({
  neededFor: () => l10n.t`whether the nodes run in FIPS mode`,
  async read(reader) {
    const settings: FipsSetting[] = [];
    for (const pool of ['worker', 'master']) {
      const answer = await readPool(reader, pool);
      if (answer.kind === 'problem') return answer;
      if (answer.kind === 'value') settings.push(answer.value);
    }
    return { kind: 'value', value: { settings } };
  },
});

async function readPool(reader: ClusterReader, name: string): Promise<ReadResult<FipsSetting>> {
  const own = await readConfig(reader, `99-${name}-fips`);
  if (own.kind !== 'absent') return own;
  const pool = await reader.get(getObjectPath(createWatchedReference('machineConfigPools', name)));
  if (pool.kind !== 'value') return pool;
  const rendered = getString(pool.value, 'spec', 'configuration', 'name');
  if (rendered === undefined || rendered.length > 253) return { kind: 'absent' };
  return readConfig(reader, rendered);
}

async function readConfig(reader: ClusterReader, config: string): Promise<ReadResult<FipsSetting>> {
  const reference = createWatchedReference('machineConfigPools', config);
  const answer = await reader.get(getObjectPath({ ...reference, plural: 'machineconfigs', kind: 'MachineConfig' }));
  if (answer.kind !== 'value') return answer;
  return { kind: 'value', value: { config, isEnabled: getBoolean(answer.value, 'spec', 'fips') ?? false } };
}
