/** Tests that a release that the tables don't contain gets no certain answer. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { getGuest } from '#core/agent/guests.ts';
import { bakedBy, getPolicyDelivery } from '#core/agent/policyDelivery.ts';
import { getRemoteVerdict } from '#core/annotations/remoteVerdict.ts';
import { kubernetesRange } from '#core/kubernetes/kubernetesVersions.ts';
import { coveredMinors } from '#core/kubernetes/tables.ts';
import { isGateEnabled } from '#core/peerPods/featureGates.ts';
import { findOpenShiftSupport, hasCompleteCatalogs, listCatalogVersions } from '#core/product/openShiftSupport.ts';
import { documentationOf, hasKnownDocumentation, newestDocumentedRelease } from '#core/product/releases.ts';
import { sectionFor } from '#core/product/sectionFor.ts';
import { installingOperator } from '#core/product/docSections.ts';
import { supportLevelsRelease } from '#core/product/supportLevels.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';

const later = { id: '1.99', docs: '' };

/** The answer of each table for the release, by the file of the table. */
const answers: Readonly<Record<string, readonly (() => void)[]>> = {
  'core/agent/guests.ts': [
    () => assert.equal(getGuest(later).dialect, 'depends'),
    () => assert.equal(getGuest(later).base64, 'depends'),
    () => assert.equal(getGuest(later).kata, undefined),
    () => assert.equal(getGuest(later).limitsAreSure, false),
  ],
  'core/agent/policyDelivery.ts': [
    () => assert.equal(bakedBy(later), undefined),
    () => assert.equal(getPolicyDelivery(later, 'kata-cc', true).baked, undefined),
    () => assert.equal(getPolicyDelivery(later, 'kata-remote', true).baked, undefined),
  ],
  'core/annotations/remoteVerdict.ts': [
    () => assert.equal(getRemoteVerdict('io.katacontainers.config.hypervisor.foo', later), 'unknown'),
  ],
  'core/kubernetes/kubernetesVersions.ts': [
    () => assert.deepEqual(kubernetesRange(later.id), { first: coveredMinors.oldest, last: coveredMinors.newest }),
  ],
  'core/peerPods/featureGates.ts': [
    () => {
      for (const value of ['1', 't', 'TRUE']) assert.equal(isGateEnabled(value, later), 'depends', value);
    },
  ],
  'core/product/openShiftSupport.ts': [
    () => assert.equal(findOpenShiftSupport(later.id), undefined),
    () => assert.deepEqual(listCatalogVersions(later.id), []),
    () => assert.equal(hasCompleteCatalogs(later.id), false),
  ],
  'core/product/releases.ts': [
    () => assert.equal(hasKnownDocumentation(later), false),
    () => assert.doesNotMatch(documentationOf(later), /1\.99/),
  ],
  'core/product/sectionFor.ts': [
    () =>
      assert.deepEqual(
        sectionFor(installingOperator, later.id),
        sectionFor(installingOperator, newestDocumentedRelease.id),
      ),
  ],
  'core/product/supportLevels.ts': [() => assert.equal(findOpenShiftSupport(supportLevelsRelease)?.release, '1.12')],
};

describe('OSC 1.99, which no table contains, gets no certain answer', () => {
  for (const [file, asserts] of Object.entries(answers))
    test(`from ${file}`, () => {
      for (const check of asserts) check();
    });
});

test('the previous tests contain every table with a row per release', () => {
  const row = /^\s*(?:'1\.\d+':|release: '1\.\d+',$)/m;
  const files = ['core', 'server/src', 'client/src', 'gather/src']
    .flatMap((folder) =>
      readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.posix.join(folder, name.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes('/rules/') && !file.includes('node_modules'))
    .filter((file) => row.test(readFileSync(path.join(repositoryRoot, file), 'utf8')));
  assert.ok(files.length >= 3, files.join(', '));
  assert.deepEqual(
    files.filter((file) => !Object.hasOwn(answers, file)),
    [],
  );
});
