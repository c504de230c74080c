/** Tests the journals of simulated nodes, which are requested as by `oc adm node-logs` and read by the log reader. */
import assert from 'node:assert/strict';
import { request } from 'node:https';
import { after, before, describe, test } from 'node:test';
import { sandboxesOfPod, Surveyor } from '#core/logs/logSurvey.ts';
import { readWhole } from '#core/logs/readLine.ts';
import { events, pods } from '#simulator/controllers/framework/resourceNames.ts';
import { createNodeJournal, sandboxId } from '#simulator/logs/nodeJournal.ts';
import { written } from '#simulator/logs/formatJournal.ts';
import { scenarioNamed } from '#simulator/scenarios/index.ts';
import { simulate, type Simulation } from '#simulator/simulate.ts';
import { getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { PodSandboxTracker } from '#client/logs/nodeLog/podSandboxTracker.ts';
import { MemoryLog } from '#test/support/logs/memoryLog.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

describe('simulated node journal', () => {
  const state: { simulation?: Simulation } = {};

  before(async () => {
    const scenario = scenarioNamed('uninstall-blocked-by-pods');
    assert.ok(scenario);
    state.simulation = await simulate({ scenario, users: [{ name: 'nobody', groups: [] }] });
  });

  after(async () => {
    await state.simulation?.close();
  });

  async function ask(path: string, user?: string): Promise<{ readonly code: number; readonly text: string }> {
    const { simulation } = state;
    assert.ok(simulation);
    const token = simulation.tokenOf(user ?? 'kube:admin') ?? '';
    return new Promise((resolve, reject) => {
      const asked = request(
        `${simulation.url}/api/v1/nodes/${path}`,
        { headers: { Authorization: `Bearer ${token}` }, rejectUnauthorized: false },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (piece: string) => (text += piece));
          answer.on('end', () => resolve({ code: answer.statusCode ?? 0, text }));
        },
      );
      asked.on('error', reject);
      asked.end();
    });
  }

  function kataPod(): { readonly node: string; readonly namespace: string; readonly name: string } {
    const { simulation } = state;
    assert.ok(simulation);
    const pod = simulation.store
      .list(simulation.resources.need(pods.group, pods.plural))
      .items.find((one) => getString(one, 'spec', 'runtimeClassName') === 'kata');
    assert.ok(pod);
    return {
      node: getString(pod, 'spec', 'nodeName') ?? '',
      namespace: pod.metadata.namespace ?? '',
      name: pod.metadata.name,
    };
  }

  test('links a pod to its sandbox and QEMU process, with the same content each time', async () => {
    const { node, namespace, name } = kataPod();
    const answer = await ask(`${node}/proxy/logs/journal?unit=crio&query=crio`);
    assert.equal(answer.code, 200);
    const surveyor = new Surveyor();
    const lines = answer.text.trimEnd().split('\n');
    for (const [number, text] of lines.entries()) surveyor.look(readWhole(text, number, { latest: Date.now() }));
    const [seen] = sandboxesOfPod(surveyor.survey(), namespace, name);
    assert.equal(seen?.qemuPids.length, 1);
    assert.equal(surveyor.survey().errors.length, 0, 'nothing is wrong here');
    for (const text of lines) assert.notEqual(readWhole(text, 0, { latest: Date.now() }).at, undefined, text);
    assert.equal((await ask(`${node}/proxy/logs/journal?unit=crio`)).text, answer.text);
  });

  test('supports units, patterns, times, tails, and output formats', async () => {
    const { node } = kataPod();
    const journal = `${node}/proxy/logs/journal`;
    const kubelet = (await ask(`${journal}?unit=kubelet&tail=2&tailLines=2`)).text.trimEnd().split('\n');
    assert.equal(kubelet.length, 2);
    assert.ok(kubelet.every((text) => readWhole(text, 0).origin === 'kubelet'));
    const qemu = (
      await ask(`${journal}?grep=START+LOGGING&pattern=START+LOGGING&case-sensitive=false&output=json`)
    ).text
      .trimEnd()
      .split('\n');
    assert.ok(qemu.every((text) => readWhole(text, 0).origin === 'qemu'));
    assert.equal((await ask(`${journal}?since=2100-01-01+00:00:00`)).text, '-- No entries --\n');
    assert.equal((await ask(`${journal}?until=2000-01-01`)).text, '-- No entries --\n');
    assert.notEqual((await ask(`${journal}?since=-30d&until=0s`)).text, '-- No entries --\n');
    for (const wrong of ['since=yesterday', 'tail=many', 'grep=(', 'unit=sshd', 'output=verbose'])
      assert.equal((await ask(`${journal}?${wrong}`)).code, 400, wrong);
    assert.match((await ask(`${node}/proxy/logs/`)).text, /^<pre>\n<a href="journal/);
    assert.equal((await ask(`${node}/proxy/metrics`)).code, 404);
    assert.equal((await ask('not-there/proxy/logs/journal')).code, 404);
  });

  test('is forbidden without permission to get nodes/proxy', async () => {
    const { code, text } = await ask(`${kataPod().node}/proxy/logs/journal`, 'nobody');
    assert.equal(code, 403);
    assert.match(text, /cannot get resource \\"nodes\/proxy\\"/);
  });

  test('contains QEMU, CRI-O, and kubelet errors of a failed sandbox', () => {
    const { client } = stage({ name: 'uninstall-blocked-by-pods' });
    const pod = client.list(pods).find((one) => getString(one, 'spec', 'runtimeClassName') === 'kata');
    assert.ok(pod);
    client.create(events, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'sandbox', namespace: pod.metadata.namespace ?? '' },
      involvedObject: { kind: 'Pod', uid: pod.metadata.uid, name: pod.metadata.name },
      reason: 'FailedCreatePodSandBox',
    });
    const node = getString(pod, 'spec', 'nodeName') ?? '';
    const surveyor = new Surveyor();
    for (const [number, entry] of createNodeJournal(client, node).entries())
      surveyor.look(readWhole(written(entry, node, 'short-unix'), number));
    const { errors, stretches, sandboxes } = surveyor.survey();
    assert.equal(errors.length, 4);
    assert.ok(stretches.some(({ said, last }) => said === 2 && last !== undefined));
    assert.equal(sandboxes[0]?.errors, 3);
  });

  test('links each failed attempt in sandboxes-fail to its own sandbox, and the pod to the newest', async () => {
    const { client } = stage({ name: 'sandboxes-fail' });
    const onNode = (node: string): KubeObject | undefined =>
      client
        .list(pods)
        .find(
          (one) => getString(one, 'spec', 'runtimeClassName') === 'kata' && getString(one, 'spec', 'nodeName') === node,
        );
    const [fine, broken] = [onNode('worker-0'), onNode('worker-1')];
    assert.ok(fine && broken);
    assert.equal(getString(fine, 'status', 'phase'), 'Running');
    assert.equal(getString(broken, 'status', 'phase'), 'Pending');
    const event = client
      .list(events)
      .find(
        (one) =>
          getString(one, 'involvedObject', 'uid') === broken.metadata.uid && getString(one, 'type') === 'Warning',
      );
    assert.equal(getString(event, 'reason'), 'FailedCreatePodSandBox');
    assert.match(getString(event, 'message') ?? '', /Could not access KVM kernel module/);
    const texts = createNodeJournal(client, 'worker-1').map((entry) => ({
      text: written(entry, 'worker-1', 'short-unix'),
    }));
    const surveyor = new Surveyor();
    for (const [number, { text }] of texts.entries()) surveyor.lookAt(text, number, {});
    const { namespace = '', name } = broken.metadata;
    const tried = sandboxesOfPod(surveyor.survey(), namespace, name);
    assert.ok(tried.length >= 4, 'one a minute');
    assert.ok(tried.every(({ errors, qemuPids }) => errors === 3 && qemuPids.length === 1));
    const newest = await new PodSandboxTracker(namespace, name).newest(new MemoryLog(texts));
    assert.equal(newest, sandboxId(broken, tried.length - 1));
    assert.doesNotMatch(texts.map(({ text }) => text).join('\n'), new RegExp(`Ran pod sandbox ${newest ?? ''}`));
  });
});
