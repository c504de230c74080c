import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answeredRunbook,
  formatOf,
  runbookQuestion,
  type RunbookKind,
} from '#client/operations/runbook/runbookQuestions.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import {
  createInstallManifests,
  createKataConfigManifest,
  documentedInstallOptions,
} from '#core/operations/changes/installManifests.ts';
import { gateSentences } from '#core/operations/procedure.ts';
import { install } from '#core/operations/procedures/install.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { writeInstall } from '#server/cli/runbookWriter.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { consequenceFacts } from '#core/operations/rebootConsequences.ts';
import { renderGitOpsFolder } from '#core/operations/runbook/gitOpsFolder.ts';
import { createUninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { createUpdateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import { unknownCluster } from '#core/operations/runbook/runbook.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { situationOf as observe } from '#test/support/operations/procedureStage.ts';

/** Answers each question with the given value or the first item. Returns the answers by question. */
function ask(
  kind: RunbookKind,
  situation: ObservedCluster | undefined,
  wanted: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (;;) {
    const question: NamedInputStep | undefined = runbookQuestion(kind, situation, answers);
    if (question === undefined) return answers;
    assert.ok(!answers.has(question.name), question.name);
    answers.set(question.name, wanted[question.name] ?? ('items' in question ? (question.items[0]?.value ?? '') : ''));
  }
}

function situationOf(name: string): ObservedCluster {
  const scenario = scenarioNamed(name);
  assert.ok(scenario !== undefined);
  const live = liveStage(scenario);
  return {
    ...unknownCluster(),
    context: 'prod',
    server: 'https://api.prod:6443',
    snapshot: live.snapshot(),
    history: live.history(),
    now: live.now(),
  };
}

describe('runbook questions', () => {
  test('for an install include the install questions and the format', () => {
    const answers = ask('install', undefined, { where: 'peerPods', format: 'argo' });
    assert.deepEqual([...answers.keys()], ['release', 'approval', 'where', 'nodes', 'logLevel', 'metadata', 'format']);
    assert.equal(formatOf(answers), 'argo');
    const runbook = answeredRunbook('install', undefined, answers);
    assert.equal(runbook.cluster, undefined);
    assert.ok(runbook.steps.some(({ id }) => id === 'pod-vm-image'));
  });

  test('give the same install runbook as osc-tools, with the name and the labels of the KataConfig', () => {
    const answers = ask('install', undefined, {
      approval: 'Automatic',
      where: 'nodes',
      metadata: 'custom',
      name: 'mine',
      labels: 'team=platform,env=prod',
      logLevel: 'info',
    });
    const inEditor = renderBashRunbook(answeredRunbook('install', undefined, answers), renderManifestYaml);
    const onCommandLine = writeInstall({
      channel: documentedSubscription.channel,
      approval: 'Automatic',
      source: documentedSubscription.source,
      format: 'bash',
      name: 'mine',
      label: { team: 'platform', env: 'prod' },
      logLevel: 'info',
      peerPods: false,
      checkNodeEligibility: false,
    });
    assert.match(onCommandLine, /\n {2}name: mine\n {2}labels:\n {4}team: platform\n {4}env: prod\n/);
    assert.equal(onCommandLine, inEditor);
  });

  test('for an update ask about the KataConfig only without an installed cluster', () => {
    assert.deepEqual([...ask('update', undefined).keys()], ['where']);
    assert.deepEqual(
      [...ask('update', undefined, { where: 'peerPods' }).keys()],
      ['where', 'nodes', 'logLevel', 'metadata'],
    );
    const situation = situationOf('two-workers-installed');
    assert.deepEqual([...ask('update', situation).keys()], []);
    assert.deepEqual(
      answeredRunbook('update', situation, new Map()).steps.map(({ id }) => id),
      ['openshift', 'operator'],
    );
    const runbook = answeredRunbook('update', situationOf('two-workers'), new Map([['where', 'peerPods']]));
    assert.deepEqual(runbook.cluster, { context: 'prod', server: 'https://api.prod:6443' });
    const created = runbook.steps.find(({ title }) => title === 'Recreate the KataConfig');
    assert.equal(created?.changes[0]?.target.name, 'example-kataconfig');
    assert.equal(created.gate?.typed, 'prod');
  });

  test('for an uninstall ask how much to delete', () => {
    const idsFor = (ends: string): readonly string[] =>
      answeredRunbook('uninstall', undefined, ask('uninstall', undefined, { ends })).steps.map(({ id }) => id);
    assert.deepEqual(idsFor('operator'), ['pods', 'kataconfig', 'operator', 'operator-group']);
    assert.deepEqual(idsFor('namespace').slice(4), ['namespace']);
    assert.deepEqual(idsFor('crd').slice(4), ['namespace', 'crd']);
    assert.equal(formatOf(ask('uninstall', undefined)), 'bash');
  });
});

describe('runbook steps', () => {
  test('match the install operation and name known nodes', () => {
    const choices = createInstallManifests(documentedInstallOptions);
    const situation = situationOf('operator-missing');
    const runbook = answeredRunbook('install', situation, ask('install', situation));
    assert.deepEqual(
      runbook.steps.map(({ id }) => id),
      install.steps(situation, choices).map(({ id }) => id),
    );
    assert.match(runbook.steps.find(({ id }) => id === 'kataconfig')?.gate?.consequences.join(' ') ?? '', /worker-0/);
  });

  test('of an open cluster name the nodes that reboot and the pods that stop', async () => {
    const stage = liveStage(scenarioNamed('uninstall-blocked-by-pods') ?? assert.fail());
    const situation = await observe(stage, consequenceFacts);
    const uninstallation = answeredRunbook('uninstall', situation, ask('uninstall', situation));
    const update = createUpdateRunbook(
      createKataConfigManifest({ ...documentedInstallOptions.kataConfig, enablePeerPods: true }),
      undefined,
      situation,
    );
    const [deletion, again] = [
      [...uninstallation.steps, ...update.steps].filter(({ title }) => title === 'Delete the KataConfig'),
      update.steps.filter(({ title }) => title === 'Recreate the KataConfig'),
    ];
    assert.equal(deletion.length, 2);
    assert.equal(again.length, 1);
    for (const { gate } of [...deletion, ...again]) {
      const sentences = gateSentences(gate ?? assert.fail()).join('\n');
      assert.match(sentences, /^2 nodes are drained and rebooted, one at a time: .*worker-0/m);
      assert.match(sentences, /^\d+ Kata pods? on these nodes stops? .*payments\/payments|: payments\/payments/m);
    }
    const folder = renderGitOpsFolder(
      { id: 'x', title: 'x', steps: again.map(({ kept: _kept, ...step }) => step) },
      (object) => JSON.stringify(object),
      false,
    );
    assert.match(
      folder.ok ? (folder.value[0]?.text ?? '') : folder.error,
      /# - \d+ Kata pods? on these nodes stops?: payments/,
    );
  });

  test('delete the same kinds in the same order as the uninstall operation', () => {
    const ends = { namespace: true, crd: true };
    const kindsOf = createUninstallRunbook(ends).steps.flatMap(({ found, changes }) => [
      ...(found ?? []).map(({ object }) => object.kind),
      ...changes.map(({ target }) => target.kind),
    ]);
    const situation = situationOf('two-workers-installed');
    const done = uninstall.steps(situation, ends).flatMap(({ changes }) => changes.map(({ target }) => target.kind));
    assert.deepEqual(
      done.filter((kind) => kind !== 'InstallPlan'),
      kindsOf.filter((kind) => done.includes(kind)),
    );
    assert.ok(done.includes('KataConfig') && kindsOf.includes('CustomResourceDefinition'));
  });
});
