/**
 * Tests must-gathers in one folder: those of several clusters are rejected, and those of one cluster are read together.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MultipleMustGathersError } from '#gather/sources/mustGatherSource.ts';
import type { FileToWrite } from '#simulator/mustGather/mustGatherFiles.ts';
import { gatherAfter, scenarioNamed } from '#simulator/main.ts';
import type { MustGatherKind } from '#simulator/mustGather/mustGather.ts';
import { readFiles } from '#test/support/mustGather/gatherStage.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

function files(scenario: string, kind: MustGatherKind, folder: string, steps = 0): readonly FileToWrite[] {
  const found = scenarioNamed(scenario);
  assert.ok(found);
  const gathered = gatherAfter(found, steps, kind, now);
  assert.ok(gathered.ok);
  return gathered.value.map(({ path, text }) => ({ path: `${folder}${path}`, text }));
}

async function foldersOf(all: readonly FileToWrite[]): Promise<readonly string[] | undefined> {
  try {
    await readFiles(all);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof MultipleMustGathersError, String(error));
    for (const folder of error.folders) assert.ok(error.message.includes(folder));
    return error.folders;
  }
}

describe('folder with several must-gathers', () => {
  for (const kinds of [
    ['cluster', 'cluster'],
    ['sandboxed', 'sandboxed'],
    ['cluster', 'sandboxed'],
  ] as const)
    test(`is rejected with the folder names of the clusters: ${kinds.join(' and ')}`, async () => {
      const [one, other] = kinds;
      assert.deepEqual(
        await foldersOf([
          ...files('two-workers-installed', one, 'x/east/'),
          ...files('install-pool-paused', other, 'x/west/'),
        ]),
        ['x/east', 'x/west'],
      );
    });

  test('counts both kinds of must-gather of one cluster as one', async () => {
    const all = [
      ...files('two-workers-installed', 'cluster', 'a/'),
      ...files('two-workers-installed', 'sandboxed', 'a/'),
      ...files('install-pool-paused', 'cluster', 'b/deeper/'),
      ...files('peer-pods', 'sandboxed', 'c/'),
    ];
    assert.deepEqual(await foldersOf(all), ['a', 'b', 'c']);
  });

  test('is read as one if all are of the same cluster', async () => {
    const all = [
      ...files('install-pool-paused', 'cluster', 'mg/'),
      ...files('install-pool-paused', 'sandboxed', 'mg/'),
      ...files('install-pool-paused', 'cluster', 'mg/inspected/', 2),
    ];
    assert.equal(await foldersOf(all), undefined);
  });

  test('is read as one if the clusters are unknown', async () => {
    const plain = (folder: string) => [
      {
        path: `${folder}/cluster-scoped-resources/core/nodes/${folder}.yaml`,
        text: `metadata:\n  name: ${folder}\n  uid: ${folder}\n`,
      },
    ];
    assert.equal(await foldersOf([...plain('a'), ...plain('b')]), undefined);
  });
});

test('simulated cluster has a unique ID, which is the same in all must-gathers of its scenario', () => {
  const id = (scenario: string, kind: MustGatherKind, steps = 0): string =>
    /clusterID: (\S+)/.exec(
      files(scenario, kind, '', steps).find(({ path }) => path.endsWith('/version.yaml'))?.text ?? '',
    )?.[1] ?? '';
  const one = id('install-pool-paused', 'cluster');
  assert.match(one, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(id('install-pool-paused', 'cluster', 2), one);
  assert.notEqual(id('two-workers-installed', 'cluster'), one);
});
