/** Tests the questions and the runbook of an installation with OLM v1. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionAnswers, installQuestion, usesOlmV1 } from '#client/operations/install/installQuestions.ts';
import { answeredRunbook } from '#client/operations/runbook/runbookQuestions.ts';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { unknownCluster } from '#core/operations/runbook/runbook.ts';
import { offered, situationOf as situationWithFacts } from '#test/support/operations/situations.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';

function situationOf(name: string): ObservedCluster {
  const { client, clock } = stage({ name });
  return {
    ...unknownCluster(),
    context: 'demo',
    server: 'https://demo:6443',
    snapshot: playedSnapshot(client, clock.now()),
  };
}

/** Answers each question with the given value or the first item. */
function answer(
  situation: ObservedCluster,
  wanted: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (let next = installQuestion(situation, answers); next !== undefined; next = installQuestion(situation, answers))
    answers.set(next.name, wanted[next.name] ?? ('items' in next ? (next.items[0]?.value ?? '') : ''));
  return answers;
}

test('install offers OLM v1 only if the cluster has it, and suggests OLM v0', () => {
  const situation = situationOf('olm-v1-techpreview');
  const answers = answer(situation);
  assert.deepEqual([answers.get('olm'), answers.has('release')], ['v0', true]);
  assert.equal(usesOlmV1(situation.snapshot, answers), false);
  for (const name of ['operator-missing', 'two-workers']) assert.ok(!answer(situationOf(name)).has('olm'), name);
});

test('install with OLM v1 asks neither for a release nor for an approval', () => {
  const situation = situationOf('olm-v1-techpreview');
  const answers = answer(situation, { olm: 'v1' });
  assert.deepEqual([answers.has('release'), answers.has('approval'), answers.has('nodes')], [false, false, true]);
  assert.deepEqual(extensionAnswers(situation, answers).extension, {
    channel: 'stable',
    version: '<1.14.0',
    watchesOwnNamespace: true,
  });
  const installed = situationOf('install-olm-v1');
  assert.equal(usesOlmV1(installed.snapshot, answer(installed)), true);
});

test('install with OLM v1 specifies no namespace to watch if the channel offers a release that watches all', () => {
  const situation = situationOf('olm-v1-techpreview');
  const optionsFor = (version: string): Readonly<Record<string, unknown>> => {
    const facts = situationWithFacts({}, { packageManifest: offered('stable', version) }).facts;
    const known = { ...situation, facts };
    const { watchesOwnNamespace, version: range } = extensionAnswers(known, answer(known, { olm: 'v1' })).extension;
    return { watchesOwnNamespace, range };
  };
  for (const [version, watchesOwnNamespace, range] of [
    ['1.12.1', true, '<1.14.0'],
    ['1.13.1', true, '<1.14.0'],
    ['1.14.0', false, undefined],
    ['not a version', true, '<1.14.0'],
  ] as const)
    assert.deepEqual(optionsFor(version), { watchesOwnNamespace, range }, version);
});

test('the runbook for an install with OLM v1 applies the objects of upstream in order', () => {
  const situation = situationOf('olm-v1-techpreview');
  const runbook = answeredRunbook('install', situation, answer(situation, { olm: 'v1' }));
  assert.deepEqual(runbook.steps.flatMap(({ changes }) => changes.map(({ target: { kind } }) => kind)).slice(0, 6), [
    'Namespace',
    'ServiceAccount',
    'ClusterRole',
    'ClusterRoleBinding',
    'ClusterExtension',
    'KataConfig',
  ]);
  const script = renderBashRunbook(runbook, renderManifestYaml);
  assert.match(
    typeof script === 'string' ? script : JSON.stringify(script),
    /watchNamespace: openshift-sandboxed-containers-operator/,
  );
});
