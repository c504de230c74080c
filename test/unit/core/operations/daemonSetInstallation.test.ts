/** Tests in which clusters a DaemonSet installs Kata. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installsByDaemonSet } from '#core/operations/daemonSetInstallation.ts';
import { kataConfig, object } from '#test/support/cluster/clusterObjects.ts';
import { situationOf } from '#test/support/operations/situations.ts';

const pools = [object('master'), object('worker')];
const gates = (deploymentMode: string) => [object('osc-feature-gates', { data: { deploymentMode } })];

describe('installation by a DaemonSet', () => {
  test('applies to a new installation if the feature gate requires it', () => {
    const installs = (mode: string) =>
      installsByDaemonSet(situationOf({ machineConfigPools: pools, configMaps: gates(mode) }));
    assert.deepEqual(['DaemonSet', 'DaemonSetFallback', 'daemonset'].map(installs), [true, false, false]);
  });

  test('does not apply to an existing installation by the Machine Config Operator', () => {
    const kataConfigs = [kataConfig(undefined)];
    assert.equal(
      installsByDaemonSet(situationOf({ kataConfigs, machineConfigPools: pools, configMaps: gates('DaemonSet') })),
      false,
    );
  });

  test('applies to a hosted control plane without pools', () => {
    const infrastructure = (controlPlaneTopology: string) => ({
      infrastructure: { controlPlaneTopology, platform: 'AWS' },
    });
    assert.equal(installsByDaemonSet(situationOf({}, infrastructure('External'))), true);
    assert.equal(installsByDaemonSet(situationOf({}, infrastructure('HighlyAvailable'))), false);
  });
});
