import assert from 'node:assert/strict';
import { readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { createRestartCriterion } from '#core/operations/steps/peerPods/settingsSteps.ts';
import {
  applyKataConfig,
  createRunbook,
  createRunbookStage,
  createStep,
  kataConfigReference,
  listChanges,
  type RunbookResult,
  untilPresent,
} from './runbookStage.ts';

const pin = ['config', 'view', '--minify', '--flatten', '--raw'];

describe('runbook script', () => {
  const stage = createRunbookStage();

  test('rejects another cluster before it does anything else', async () => {
    const ran = await stage.run(
      renderBashRunbook(createRunbook([createStep({ changes: [applyKataConfig] })]), renderManifestYaml),
      {
        env: { SERVER: 'https://api.test:6443' },
      },
    );
    assert.equal(ran.code, 1);
    assert.match(
      ran.said,
      /This script is for https:\/\/api\.prod:6443, but the kubeconfig selects https:\/\/api\.test:6443\./,
    );
    assert.deepEqual(ran.asked, [pin, ['whoami', '--show-server']]);
  });

  test('uses a copy of the kubeconfig and deletes it at the end', async () => {
    const script = renderBashRunbook(
      createRunbook([createStep({ changes: [applyKataConfig], until: [untilPresent(kataConfigReference)] })]),
      renderManifestYaml,
    );
    // Each oc call records its kubeconfig. All except the first must use the copy, which no other process changes and
    // which is deleted at the end.
    const led = await stage.run(script, { answers: ['', '', 'example'], env: { KUBECONFIG: '/home/me/.kube/config' } });
    assert.equal(led.code, 0, led.said);
    const files = readFileSync(path.join(stage.folder, 'led'), 'utf8').trimEnd().split('\n');
    assert.equal(files[0], '/home/me/.kube/config');
    const [copy] = files.slice(1);
    assert.match(copy ?? '', /\/kubeconfig$/);
    assert.deepEqual(files.slice(1), Array(files.length - 1).fill(copy));
    assert.ok(files.length > 4);
    assert.ok(!existsSync(copy ?? ''));
  });

  test('removes control characters from cluster output', async () => {
    const script = renderBashRunbook(createRunbook([createStep({ changes: [applyKataConfig] })]), renderManifestYaml);
    const ran = await stage.run(script, { files: { refuse: 'no: \u001b[2J\u009b2J\u0085é ü\u0007 end\n' } });
    assert.match(ran.said, /The cluster rejected the manifest: no: \[2J2Jé ü end\n/);
  });

  test('continues without a pinned kubeconfig only in a pod', async () => {
    const script = renderBashRunbook(createRunbook([createStep({ changes: [applyKataConfig] })]), renderManifestYaml);
    const nowhere = await stage.run(script, { files: { unpinned: '' } });
    assert.deepEqual([nowhere.code, listChanges(nowhere)], [1, []]);
    assert.match(nowhere.said, /No cluster found/);
    const inPod = await stage.run(script, { files: { unpinned: '' }, env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } });
    assert.equal(inPod.code, 0, inPod.said);
  });

  test('names the current cluster and asks for confirmation if written for no specific cluster', async () => {
    const { cluster: _none, ...any } = createRunbook([
      createStep({ changes: [applyKataConfig], gate: { question: 'Really?', consequences: [], typed: 'the cluster' } }),
    ]);
    const script = renderBashRunbook(any, renderManifestYaml);
    const no = await stage.run(script, { input: 'n\n' });
    assert.deepEqual([no.code, listChanges(no)], [1, []]);
    const wrong = await stage.run(script, { input: 'y\nthe cluster\n' });
    assert.deepEqual([wrong.code, listChanges(wrong)], [1, []]);
    const yes = await stage.run(script, { input: 'y\nhttps://api.prod:6443\n' });
    assert.equal(yes.code, 0, yes.said);
    assert.match(yes.said, /on the cluster at https:\/\/api\.prod:6443/);
    assert.equal(listChanges(yes).length, 1);
  });

  test('skips a completed step; otherwise applies the change and waits for the result', async () => {
    const script = renderBashRunbook(
      createRunbook([createStep({ changes: [applyKataConfig], until: [untilPresent(kataConfigReference)] })]),
      renderManifestYaml,
    );
    const done = await stage.run(script, { answers: ['example'] });
    assert.deepEqual([done.code, listChanges(done)], [0, []]);
    assert.match(done.said, /Already completed/);
    const fresh = await stage.run(script, { answers: ['', '', 'example'] });
    assert.equal(fresh.code, 0, fresh.said);
    assert.deepEqual(listChanges(fresh), ['apply --server-side --field-manager=kata-vscode --filename=-']);
    assert.deepEqual(parse(fresh.applied.replace('---\n', '')), applyKataConfig.object);
    assert.equal(fresh.asked.filter(([verb]) => verb === 'get').length, 3);
  });

  test("changes nothing if it can't read the current state", async () => {
    const ran = await stage.run(
      renderBashRunbook(
        createRunbook([createStep({ changes: [applyKataConfig], until: [untilPresent(kataConfigReference)] })]),
        renderManifestYaml,
      ),
      { files: { away: '' } },
    );
    assert.deepEqual([ran.code, listChanges(ran)], [1, []]);
    assert.match(ran.said, /Can't query the cluster: connection refused/);
  });

  test("retries while the webhook isn't ready and stops at any other error", async () => {
    const script = renderBashRunbook(createRunbook([createStep({ changes: [applyKataConfig] })]), renderManifestYaml);
    const ready = await stage.run(script, {
      files: { refuse: 'Internal error: failed calling webhook "vkataconfig"\n' },
    });
    assert.deepEqual([ready.code, listChanges(ready).length], [0, 2], ready.said);
    const refused = await stage.run(script, { files: { refuse: 'Error from server (Forbidden)\n' } });
    assert.deepEqual([refused.code, listChanges(refused).length], [1, 1]);
    assert.match(refused.said, /The cluster rejected the manifest: Error from server \(Forbidden\)/);
  });

  test('asks for confirmation, or the cluster name, before a change with consequences', async () => {
    const gate = { question: 'Delete KataConfig example on prod?', consequences: ['worker-0 reboots'] };
    const deleting = createStep({
      changes: [{ how: 'delete', target: kataConfigReference, uid: 'one' }],
      gate: { ...gate, typed: 'prod' },
    });
    const script = renderBashRunbook(createRunbook([deleting]), renderManifestYaml);
    for (const input of ['', 'y\n', 'test\n']) {
      const ran = await stage.run(script, { input, answers: ['one'] });
      assert.deepEqual([ran.code, listChanges(ran)], [1, []], input);
      assert.match(ran.said, /worker-0 reboots/);
    }
    const typed = await stage.run(script, { input: 'prod\n', answers: ['one'] });
    assert.deepEqual(listChanges(typed), [
      'delete kataconfigs.v1.kataconfiguration.openshift.io/example --namespace= --ignore-not-found --wait=false',
    ]);
    const clicked = renderBashRunbook(createRunbook([{ ...deleting, gate }]), renderManifestYaml);
    assert.equal((await stage.run(clicked, { input: 'yes\n', answers: ['one'] })).code, 0);
    assert.equal((await stage.run(clicked, { input: '\n', answers: ['one'] })).code, 1);
  });

  test('reports the state of the object when the wait times out', async () => {
    const script = renderBashRunbook(
      createRunbook([
        createStep({ until: [{ object: kataConfigReference, jsonpath: '{.status.phase}', is: 'Done', minutes: 1 }] }),
      ]),
      renderManifestYaml,
    );
    // Skips the waiting time of a minute.
    const ran = await stage.run(script.replace('minutes * 60', 'minutes * 0'), {
      answers: ['Busy', 'Busy', '  InProgress=True Installing: \u001b[31mslow'],
    });
    assert.equal(ran.code, 1);
    assert.match(
      ran.said,
      /InProgress=True Installing: \[31mslow\nTimed out after 1 min\. Condition not met: \{\.status\.phase\} of KataConfig example is Done/,
    );
  });

  test('waits for a fresh pool update after a change', async () => {
    const object = {
      group: 'machineconfiguration.openshift.io',
      version: 'v1',
      plural: 'machineconfigpools',
      kind: 'MachineConfigPool',
      name: 'kata-oc',
    };
    const updated = { object, jsonpath: '{.status.updated}', is: 'True', minutes: 1 };
    const script = renderBashRunbook(
      createRunbook([
        createStep({ changes: [applyKataConfig], until: [untilPresent(kataConfigReference)] }),
        createStep({ until: [updated] }),
      ]),
      renderManifestYaml,
    );
    const gets = (ran: RunbookResult): number => ran.asked.filter(([verb]) => verb === 'get').length;
    // Missing twice, then present. Afterwards, the pool is still up to date, starts to update, and finishes.
    const ran = await stage.run(script, { answers: ['', '', 'example', 'True', 'False', 'False', 'False', 'True'] });
    assert.deepEqual([ran.code, gets(ran)], [0, 8], ran.said);
    // Nothing was sent, so the script doesn't wait for a new pool update.
    const again = await stage.run(script, { answers: ['example', 'True'] });
    assert.deepEqual([again.code, gets(again)], [0, 2], again.said);
  });

  test('waits until all pods of a DaemonSet are restarted', async () => {
    const restarted = createRestartCriterion('osc-caa-ds', '2026-11-29T12:00:00Z');
    const script = renderBashRunbook(createRunbook([createStep({ until: [restarted] })]), renderManifestYaml);
    const gets = (ran: RunbookResult): number => ran.asked.filter(([verb]) => verb === 'get').length;
    // The controller hasn't observed generation 3. Then 2 of 3 pods are updated, and then none is available.
    const ran = await stage.run(script, { answers: ['3/2', '3/2', '3/', '/3', '3/3'] });
    assert.deepEqual([ran.code, gets(ran)], [0, 5], ran.said);
    // A DaemonSet without nodes has no pods to restart, and the API server omits its counts.
    const [empty, absent] = [await stage.run(script, { answers: ['0/'] }), await stage.run(script, { answers: [''] })];
    assert.deepEqual([empty.code, gets(empty), absent.code, gets(absent)], [0, 1, 0, 1], empty.said + absent.said);
  });
});
