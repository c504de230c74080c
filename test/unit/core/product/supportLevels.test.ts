/** Compares the support levels with OSC 1.12 §1.2 and §1.6: platform, OpenShift version, GPU, and FIPS mode. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShiftSupport } from '#core/product/openShiftSupport.ts';
import {
  findFipsSupport,
  findSupportLevel,
  platformNames,
  supportLevelsRelease,
  type SupportedPlatform,
  type SupportLevel,
} from '#core/product/supportLevels.ts';

const platforms = Object.keys(platformNames) as readonly SupportedPlatform[];
const source = 'OSC 1.12 §1.2';

describe('support levels', () => {
  test('are General Availability without a GPU on each listed OpenShift version', () => {
    for (const platform of platforms)
      for (const version of ['4.18.38', '4.19.28', '4.20.18', '4.21.9', '4.21.30'])
        assert.deepEqual(findSupportLevel(platform, version), { level: 'generalAvailability', source }, platform);
  });

  test('with a GPU depend on the platform, from OpenShift 4.21.9', () => {
    const levels: Readonly<Record<SupportedPlatform, SupportLevel>> = {
      bareMetal: 'technologyPreview',
      ibmZ: 'none',
      ibmZPeerPods: 'none',
      azure: 'developerPreview',
      aws: 'none',
      gcp: 'none',
    };
    for (const platform of platforms) {
      assert.deepEqual(findSupportLevel(platform, '4.21.9', true), { level: levels[platform], source }, platform);
      for (const version of ['4.18.38', '4.19.28', '4.20.18'])
        assert.equal(findSupportLevel(platform, version, true).level, 'none', `${platform} ${version}`);
    }
  });

  test("aren't documented for other platforms and OpenShift versions", () => {
    assert.deepEqual(findSupportLevel(undefined, '4.21.9'), { level: 'unlisted', source });
    for (const version of ['4.21.8', '4.17.0', '4.22.0', 'x'])
      for (const hasGpu of [false, true])
        assert.equal(findSupportLevel('bareMetal', version, hasGpu).level, 'unlisted', version);
  });

  test('are of a release with a table of OpenShift versions', () => {
    assert.ok(openShiftSupport.some(({ release }) => release === supportLevelsRelease));
  });
});

test('only kata on x86_64 is documented for FIPS mode', () => {
  const fipsSource = 'OSC 1.12 §1.6';
  const table = [
    ['kata', 'amd64', 'documented'],
    ['kata', 's390x', 'other'],
    ['kata', 'arm64', 'other'],
    ['kata-remote', 'amd64', 'untested'],
    ['kata-remote', 's390x', 'untested'],
  ] as const;
  for (const [runtimeClass, architecture, support] of table)
    assert.deepEqual(findFipsSupport(runtimeClass, architecture), { support, source: fipsSource });
});
