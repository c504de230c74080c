/** Tests that preflight and the update name the same next version, and the same problems of a Subscription. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { channel as channelCheck } from '#core/operations/checks/operator/channel.ts';
import type { LookupValue } from '#core/operations/lookupList.ts';
import { createUpdateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { update } from '#core/operations/procedures/update.ts';
import type { Raw } from '#test/support/cluster/clusterObjects.ts';
import { forbidden } from '#test/support/operations/lookupReaders.ts';
import { clusterVersion, csv, offered, situationOf } from '#test/support/operations/situations.ts';
import { createSubscription, recreatedKataConfig, updatedObjects } from './updateFixtures.ts';

interface Row {
  readonly installed?: string;
  readonly channel?: string;
  readonly openShift?: string;
  readonly source?: string;
  readonly startingCsv?: string;
  /** The PackageManifest of the cluster. Undefined if it can't be read. */
  readonly manifest?: LookupValue<'packageManifest'>;
}

const catalogues: LookupValue<'catalogues'> = {
  sources: [{ uid: 'u', name: 'redhat-operators', resourceVersion: '1', displayName: 'Red Hat', state: 'READY' }],
};

const csvName = (version: string): string => `sandboxed-containers-operator.v${version}`;

function situation({ installed = '1.11.1', openShift = '4.21.9', manifest, ...row }: Row): ObservedCluster {
  const { channel = 'stable', source = 'redhat-operators', startingCsv } = row;
  const spec: Raw = { channel, source, ...(startingCsv === undefined ? {} : { startingCSV: csvName(startingCsv) }) };
  const status = { installedCSV: csvName(installed), currentCSV: csvName(installed) };
  const known = situationOf(
    {
      clusterVersions: [clusterVersion(openShift)],
      subscriptions: [createSubscription(status, spec)],
      clusterServiceVersions: [csv('Succeeded', installed)],
      operatorGroups: updatedObjects.operatorGroups,
      deployments: updatedObjects.deployments,
    },
    { catalogues, ...(manifest === undefined ? {} : { packageManifest: manifest }) },
  );
  if (manifest !== undefined) return known;
  return { ...known, facts: { ...known.facts, packageManifest: { kind: 'unknown', problem: forbidden } } };
}

/** Returns the verdict and all texts of the check `channel`. */
function preflight(row: Row): { readonly verdict: string; readonly text: string } {
  const { verdict, headline, evidence, meaning = '', todo = '' } = channelCheck.judge(situation(row));
  return { verdict, text: [headline, ...evidence, meaning, todo].join('\n') };
}

/** Returns the state and all texts of the step that updates the operator. */
function operatorStep(row: Row, channel?: string): { readonly state: string; readonly text: string } {
  const steps = update.steps(situation(row), channel === undefined ? {} : { channel });
  const step = steps.find(({ id }) => id === 'release');
  assert.ok(step !== undefined);
  const { state, headline, evidence, meaning = '', todo = '' } = step;
  return { state, text: [headline, ...evidence, meaning, todo].join('\n') };
}

const direct = /OLM updates the operator directly from 1\.11\.1 to 1\.13\.1\./;
const needsOpenShift =
  /The catalog has no newer version for this OpenShift version\. For OSC 1\.13\.1, update OpenShift to 4\.19 first\./;
const deprecated = /This channel is deprecated\. Use the stable channel instead\./;

describe('next version in preflight and in the update', () => {
  const rows: readonly (readonly [name: string, row: Row, verdict: string, words: RegExp])[] = [
    ['1.11.1 is updated to 1.13.1', { manifest: offered('stable', '1.13.1') }, 'pass', direct],
    ['the table applies without the catalog of the cluster', {}, 'unknown', direct],
    [
      '1.10.2 is the newest version for OpenShift 4.16',
      { installed: '1.10.2', openShift: '4.16.30', manifest: offered('stable', '1.10.2') },
      'pass',
      needsOpenShift,
    ],
    [
      '1.12.1 is the newest version for OpenShift 4.18',
      { installed: '1.12.1', openShift: '4.18.40', manifest: offered('stable', '1.12.1') },
      'pass',
      needsOpenShift,
    ],
    ...['stable-1.2', 'stable-1.3', 'preview-1.0', 'preview-1.1'].flatMap(
      (channel): readonly (readonly [string, Row, string, RegExp])[] => [
        [`${channel} is deprecated`, { channel, manifest: offered(channel, '1.3.3') }, 'warn', deprecated],
        [`${channel} is deprecated without the catalog of the cluster`, { channel }, 'warn', deprecated],
      ],
    ),
    ...['1.8.0', '1.4.1', '1.12.9'].flatMap((startingCsv): readonly (readonly [string, Row, string, RegExp])[] => [
      [
        `starting CSV ${startingCsv} isn't in the catalog of the cluster`,
        { startingCsv, manifest: offered('stable', '1.13.1') },
        'warn',
        /startingCSV is \S+, which isn't in channel stable\. OLM ignores it now/,
      ],
      [`starting CSV ${startingCsv} isn't in stable`, { startingCsv }, 'warn', /isn't in channel stable/],
    ]),
    ...['1.5.0', '1.6.0'].map((installed): readonly [string, Row, string, RegExp] => [
      `${installed} is deprecated, and updated to 1.13.1`,
      { installed, manifest: offered('stable', '1.13.1') },
      'warn',
      new RegExp(`directly from ${installed} to 1\\.13\\.1\\.[^]*version ${installed} as deprecated`),
    ]),
    [
      'the channel of a mirror determines the next version',
      { source: 'mirror', manifest: mirror('1.13.0', '>=1.1.0 <1.13.0') },
      'pass',
      /directly from 1\.11\.1 to 1\.13\.0/,
    ],
  ];
  for (const [name, row, verdict, words] of rows)
    test(name, () => {
      const found = preflight(row);
      assert.deepEqual({ ...found, verdict }, found);
      assert.match(found.text, words);
      const step = operatorStep(row);
      assert.equal(step.state, 'done');
      assert.match(step.text, words);
    });

  test('the channel candidate fails, and blocks the update', () => {
    for (const row of [{}, { manifest: offered() }, { manifest: mirror('1.13.0') }]) {
      const found = preflight({ ...row, channel: 'candidate' });
      assert.equal(found.verdict, 'fail');
      assert.match(found.text, /The Red Hat catalog never had this channel/);
      const step = operatorStep({ ...row, channel: 'candidate' });
      assert.equal(step.state, 'blocked');
      assert.match(step.text, /Channel candidate doesn't exist/);
    }
    assert.equal(operatorStep({ channel: 'candidate', manifest: offered() }, 'stable').state, 'done');
  });

  test('the catalog of another Subscription is unknown, and never in the table', () => {
    for (const row of [{ source: 'mirror' }, { source: 'mirror', manifest: offered('stable', '1.13.1') }]) {
      const { verdict, text } = preflight(row);
      assert.equal(verdict, 'unknown');
      assert.doesNotMatch(`${text}${operatorStep(row).text}`, /OLM updates/);
    }
    const mirrored = { source: 'mirror', channel: 'candidate' };
    assert.equal(preflight(mirrored).verdict, 'unknown', 'a mirror can have any channel');
    const startingCsv = preflight({ source: 'mirror', startingCsv: '1.8.0' });
    assert.equal(startingCsv.verdict, 'unknown');
  });

  test('no next version is named for an empty channel or an invalid range', () => {
    const empty = offered('stable', '1.13.1');
    const channels = empty.found?.channels.map((one) => ({ ...one, entries: [] })) ?? [];
    assert.ok(empty.found !== undefined);
    for (const manifest of [{ found: { ...empty.found, channels } }, offered('stable', '1.99.x')])
      assert.doesNotMatch(`${preflight({ manifest }).text}${operatorStep({ manifest }).text}`, /OLM updates/);
  });

  test('a starting CSV in the channel is correct', () => {
    assert.equal(preflight({ startingCsv: '1.13.1', manifest: offered('stable', '1.13.1') }).verdict, 'pass');
    assert.doesNotMatch(preflight({ startingCsv: '1.12.1' }).text, /startingCSV/);
  });
});

test('the confirmation of another channel names its version and that it is deprecated', () => {
  const gateOf = (channel: string, manifest: LookupValue<'packageManifest'>): string => {
    const steps = update.steps(situation({ channel: 'preview-1.0', manifest }), { channel });
    return steps.find(({ id }) => id === 'channel')?.gate?.consequences.join('\n') ?? '';
  };
  assert.match(gateOf('stable', offered('stable', '1.13.1')), direct);
  assert.match(gateOf('stable-1.3', offered('stable-1.3', '1.3.3')), deprecated);
});

test('the runbook of the update names the next version of the cluster', () => {
  const observed = situation({ manifest: offered('stable', '1.13.1') });
  const words = JSON.stringify(createUpdateRunbook(recreatedKataConfig, undefined, observed));
  assert.match(words, /next version when this runbook was created: 1\.13\.1/);
  assert.doesNotMatch(JSON.stringify(createUpdateRunbook(recreatedKataConfig)), /next version/);
});

function mirror(version: string, skipRange?: string): LookupValue<'packageManifest'> {
  const { found } = offered('stable', version);
  assert.ok(found !== undefined);
  const channels = found.channels.map((one) => ({ ...one, ...(skipRange === undefined ? {} : { skipRange }) }));
  return { found: { ...found, catalogue: 'mirror', channels } };
}
