import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import type { Runbook, RunbookStep, RunbookUntil } from '#core/operations/runbook/runbook.ts';
import { listSecretValues } from '#core/operations/runbook/secretValues.ts';

const namespace = 'openshift-sandboxed-containers-operator';
const kataConfig = {
  group: 'kataconfiguration.openshift.io',
  version: 'v1',
  plural: 'kataconfigs',
  kind: 'KataConfig',
  name: 'example',
} as const;
const secret = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  name: 'peer-pods-secret',
  namespace,
} as const;
const plan = {
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'installplans',
  kind: 'InstallPlan',
  namespace,
} as const;

const pin = ['config', 'view', '--minify', '--flatten', '--raw'];

function step(over: Partial<RunbookStep>): RunbookStep {
  return {
    id: 'a-step',
    title: 'Do it',
    state: 'later',
    headline: 'Not started',
    evidence: ['not for runbooks'],
    changes: [],
    until: [],
    ...over,
  };
}

function runbook(steps: readonly RunbookStep[], over: Partial<Runbook> = {}): Runbook {
  return { id: 'try', title: 'Try it', cluster: { context: 'prod', server: 'https://api.prod:6443' }, steps, ...over };
}

const there = (object: RunbookUntil['object'], over: Partial<RunbookUntil> = {}): RunbookUntil => ({
  object,
  is: 'present',
  minutes: 1,
  ...over,
});
const applied = {
  how: 'apply',
  target: kataConfig,
  object: { apiVersion: 'kataconfiguration.openshift.io/v1', kind: 'KataConfig', metadata: { name: 'example' } },
} as const;

describe('runbook script', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc-runbook-'));
    // Notes what it is asked and given, and answers with what the test laid out for that question, once for each line.
    const stub = `#!/usr/bin/env bash
{ printf '%s\\037' "$@"; printf '\\036'; } >>"$STUB/asked"
printf '%s\\n' "\${KUBECONFIG:-}" >>"$STUB/led"
case $1 in
  config) [[ -e $STUB/unpinned ]] || printf 'server: %s\\n' "$SERVER" ;;
  whoami) printf %s "$SERVER" ;;
  apply) cat >>"$STUB/applied"; printf -- '---\\n' >>"$STUB/applied"; [[ ! -e $STUB/refuse ]] || { cat "$STUB/refuse" >&2; rm "$STUB/refuse"; exit 1; } ;;
  get) [[ ! -e $STUB/away ]] || { echo 'connection refused' >&2; exit 1; }
       if [[ -s $STUB/answers ]]; then head -n 1 "$STUB/answers"; sed -i 1d "$STUB/answers"; fi ;;
esac
`;
    writeFileSync(path.join(folder, 'oc'), stub, { mode: 0o755 });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  interface Ran {
    readonly code: number;
    readonly said: string;
    readonly asked: readonly (readonly string[])[];
    readonly applied: string;
  }

  /** @param answers what `oc get` prints, time after time; nothing when there is no more */
  function run(script: string, { answers = [], input = '', files = {}, env = {} }: Given = {}): Promise<Ran> {
    for (const name of ['asked', 'applied', 'answers', 'refuse', 'away', 'unpinned', 'led'])
      rmSync(path.join(folder, name), { force: true });
    writeFileSync(path.join(folder, 'answers'), answers.map((line) => `${line}\n`).join(''));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    writeFileSync(path.join(folder, 'runbook.sh'), script);
    const read = (name: string): string =>
      existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '';
    return new Promise((resolve) => {
      const child = execFile(
        'bash',
        [path.join(folder, 'runbook.sh')],
        {
          cwd: folder,
          env: {
            PATH: process.env['PATH'],
            OC: path.join(folder, 'oc'),
            STUB: folder,
            SERVER: 'https://api.prod:6443',
            POLL: '0',
            ...env,
          },
        },
        (error, out, err) => {
          const asked = read('asked').split('\u001e').slice(0, -1);
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
          resolve({
            code,
            said: out + err,
            asked: asked.map((line) => line.split('\u001f').slice(0, -1)),
            applied: read('applied'),
          });
        },
      );
      // It may be over before it has read that.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }

  interface Given {
    readonly answers?: readonly string[];
    readonly input?: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly env?: Readonly<Record<string, string>>;
  }

  const changes = (ran: Ran): readonly string[] =>
    ran.asked
      .filter(([verb]) => verb !== 'get' && verb !== 'whoami' && verb !== 'config')
      .map((words) => words.join(' '));

  test('rejects another cluster before it does anything else', async () => {
    const ran = await run(renderBashRunbook(runbook([step({ changes: [applied] })]), renderManifestYaml), {
      env: { SERVER: 'https://api.test:6443' },
    });
    assert.equal(ran.code, 1);
    assert.match(
      ran.said,
      /This is for https:\/\/api\.prod:6443, and the kubeconfig leads to https:\/\/api\.test:6443\./,
    );
    assert.deepEqual(ran.asked, [pin, ['whoami', '--show-server']]);
  });

  test('uses a copy of the kubeconfig and deletes it at the end', async () => {
    const script = renderBashRunbook(
      runbook([step({ changes: [applied], until: [there(kataConfig)] })]),
      renderManifestYaml,
    );
    // What each call was led by: the copy, which nobody else changes, and which is gone at the end.
    const led = await run(script, { answers: ['', '', 'example'], env: { KUBECONFIG: '/home/me/.kube/config' } });
    assert.equal(led.code, 0, led.said);
    const files = readFileSync(path.join(folder, 'led'), 'utf8').trimEnd().split('\n');
    assert.equal(files[0], '/home/me/.kube/config');
    const [copy] = files.slice(1);
    assert.match(copy ?? '', /\/kubeconfig$/);
    assert.deepEqual(files.slice(1), Array(files.length - 1).fill(copy));
    assert.ok(files.length > 4);
    assert.ok(!existsSync(copy ?? ''));
  });

  test('removes control characters from cluster output', async () => {
    const script = renderBashRunbook(runbook([step({ changes: [applied] })]), renderManifestYaml);
    const ran = await run(script, { files: { refuse: 'no: \u001b[2J\u009b2J\u0085é ü\u0007 end\n' } });
    assert.match(ran.said, /It was refused: no: \[2J2Jé ü end\n/);
  });

  test('continues without a pinned kubeconfig only in a pod', async () => {
    const script = renderBashRunbook(runbook([step({ changes: [applied] })]), renderManifestYaml);
    const nowhere = await run(script, { files: { unpinned: '' } });
    assert.deepEqual([nowhere.code, changes(nowhere)], [1, []]);
    assert.match(nowhere.said, /No cluster can be found/);
    const inPod = await run(script, { files: { unpinned: '' }, env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } });
    assert.equal(inPod.code, 0, inPod.said);
  });

  test('names the current cluster and asks for confirmation if written for no specific cluster', async () => {
    const { cluster: _none, ...any } = runbook([
      step({ changes: [applied], gate: { question: 'Really?', consequences: [], typed: 'the cluster' } }),
    ]);
    const script = renderBashRunbook(any, renderManifestYaml);
    const no = await run(script, { input: 'n\n' });
    assert.deepEqual([no.code, changes(no)], [1, []]);
    const wrong = await run(script, { input: 'y\nthe cluster\n' });
    assert.deepEqual([wrong.code, changes(wrong)], [1, []]);
    const yes = await run(script, { input: 'y\nhttps://api.prod:6443\n' });
    assert.equal(yes.code, 0, yes.said);
    assert.match(yes.said, /on the cluster at https:\/\/api\.prod:6443/);
    assert.equal(changes(yes).length, 1);
  });

  test('skips a completed step; otherwise applies the change and waits for the result', async () => {
    const script = renderBashRunbook(
      runbook([step({ changes: [applied], until: [there(kataConfig)] })]),
      renderManifestYaml,
    );
    const done = await run(script, { answers: ['example'] });
    assert.deepEqual([done.code, changes(done)], [0, []]);
    assert.match(done.said, /It is so already/);
    const fresh = await run(script, { answers: ['', '', 'example'] });
    assert.equal(fresh.code, 0, fresh.said);
    assert.deepEqual(changes(fresh), ['apply --server-side --field-manager=kata-vscode --filename=-']);
    assert.deepEqual(parse(fresh.applied.replace('---\n', '')), applied.object);
    assert.equal(fresh.asked.filter(([verb]) => verb === 'get').length, 3);
  });

  test("changes nothing if it can't read the current state", async () => {
    const ran = await run(
      renderBashRunbook(runbook([step({ changes: [applied], until: [there(kataConfig)] })]), renderManifestYaml),
      { files: { away: '' } },
    );
    assert.deepEqual([ran.code, changes(ran)], [1, []]);
    assert.match(ran.said, /cannot be asked: connection refused/);
  });

  test("retries while the webhook isn't ready and stops at any other error", async () => {
    const script = renderBashRunbook(runbook([step({ changes: [applied] })]), renderManifestYaml);
    const ready = await run(script, { files: { refuse: 'Internal error: failed calling webhook "vkataconfig"\n' } });
    assert.deepEqual([ready.code, changes(ready).length], [0, 2], ready.said);
    const refused = await run(script, { files: { refuse: 'Error from server (Forbidden)\n' } });
    assert.deepEqual([refused.code, changes(refused).length], [1, 1]);
    assert.match(refused.said, /It was refused: Error from server \(Forbidden\)/);
  });

  test('asks for confirmation, or the cluster name, before a change with consequences', async () => {
    const gate = { question: 'Delete KataConfig example on prod?', consequences: ['worker-0 reboots'] };
    const deleting = step({
      changes: [{ how: 'delete', target: kataConfig, uid: 'one' }],
      gate: { ...gate, typed: 'prod' },
    });
    const script = renderBashRunbook(runbook([deleting]), renderManifestYaml);
    for (const input of ['', 'y\n', 'test\n']) {
      const ran = await run(script, { input, answers: ['one'] });
      assert.deepEqual([ran.code, changes(ran)], [1, []], input);
      assert.match(ran.said, /worker-0 reboots/);
    }
    const typed = await run(script, { input: 'prod\n', answers: ['one'] });
    assert.deepEqual(changes(typed), [
      'delete kataconfigs.v1.kataconfiguration.openshift.io/example --namespace= --ignore-not-found --wait=false',
    ]);
    const clicked = renderBashRunbook(runbook([{ ...deleting, gate }]), renderManifestYaml);
    assert.equal((await run(clicked, { input: 'yes\n', answers: ['one'] })).code, 0);
    assert.equal((await run(clicked, { input: '\n', answers: ['one'] })).code, 1);
  });

  test("doesn't delete another object with the same name", async () => {
    const script = renderBashRunbook(
      runbook([step({ changes: [{ how: 'delete', target: kataConfig, uid: 'one' }] })]),
      renderManifestYaml,
    );
    const ran = await run(script, { answers: ['other'] });
    assert.deepEqual([ran.code, changes(ran)], [1, []]);
    assert.match(ran.said, /is another one than when this was written/);
  });

  test('finds objects by condition and asks for confirmation for each', async () => {
    const found = {
      object: plan,
      where: '@.spec.approved==false',
      prefix: 'install-',
      change: { how: 'merge', patch: { spec: { approved: true } } },
    } as const;
    const script = renderBashRunbook(runbook([step({ found: [found] })]), renderManifestYaml);
    const ran = await run(script, { answers: ['install-a'] });
    assert.equal(ran.code, 0, ran.said);
    assert.deepEqual(ran.asked[2], [
      'get',
      'installplans.v1alpha1.operators.coreos.com',
      `--namespace=${namespace}`,
      '--ignore-not-found',
      '--output=jsonpath={range .items[?(@.spec.approved==false)]}{.metadata.name}{"\\n"}{end}',
    ]);
    const patched = `patch installplans.v1alpha1.operators.coreos.com/install-a --namespace=${namespace} --type=merge --patch={"spec":{"approved":true}}`;
    assert.deepEqual(changes(ran), [patched]);
    assert.deepEqual(changes(await run(script, { answers: ['other-a'] })), []);
    const asking = renderBashRunbook(
      runbook([step({ found: [{ ...found, show: '{.spec.names}', question: 'Approve it?' }] })]),
      renderManifestYaml,
    );
    const yes = await run(asking, { answers: ['install-a', 'operator.v1'], input: 'y\n' });
    assert.deepEqual(changes(yes), [patched]);
    assert.match(yes.said, /install-a: operator\.v1\ninstall-a: Approve it\? \[y\/N\]/);
    assert.deepEqual(changes(await run(asking, { answers: ['install-a', 'operator.v1'] })), []);
  });

  test('deletes objects that appear late, each once, after one confirmation', async () => {
    const found = [{ object: plan, change: { how: 'delete' } }] as const;
    const gate = { question: 'Delete them?', consequences: [], typed: 'prod' };
    const script = renderBashRunbook(
      runbook([step({ found, gate, until: [there({ ...plan, name: 'late' }, { is: 'gone' })] })]),
      renderManifestYaml,
    );
    // Whether it is done, and who is there: not, nobody; not, one (its uid); not, the same and no other; gone.
    const ran = await run(script, {
      answers: ['late', 'late', '', 'late', 'late', 'uid', 'late', 'late', '', ''],
      input: 'prod\n',
    });
    assert.equal(ran.code, 0, ran.said);
    assert.equal(changes(ran).length, 1);
    assert.equal(ran.said.split('Delete them?').length, 2);
    const nobody = await run(script, { answers: ['late', 'late', '', ''], input: '' });
    assert.deepEqual([nobody.code, changes(nobody)], [0, []], nobody.said);
  });

  test('contains no Secret values and reads them from environment variables or files', async () => {
    const object = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: secret.name,
        namespace,
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'canary' },
      },
      type: 'Opaque',
      stringData: { AWS_ACCESS_KEY_ID: 'canary', 'id_rsa.pub': 'canary' },
      data: { token: 'Y2FuYXJ5' },
    };
    for (const change of [
      { how: 'apply', target: secret, object },
      { how: 'merge', target: secret, patch: { stringData: object.stringData, data: object.data } },
    ] as const) {
      const script = renderBashRunbook(
        runbook([step({ changes: [change], until: [there(secret)] })]),
        renderManifestYaml,
      );
      assert.doesNotMatch(script, /canary|Y2FuYXJ5/);
      const forgotten = await run(script);
      assert.deepEqual([forgotten.code, changes(forgotten)], [1, []]);
      assert.match(forgotten.said, /Set PEER_PODS_SECRET_TOKEN, or PEER_PODS_SECRET_TOKEN_FILE/);
      // Nothing is asked for where the Secret is there.
      assert.equal((await run(script, { answers: ['', 'peer-pods-secret', 'peer-pods-secret'].slice(1) })).code, 0);
      const env = {
        PEER_PODS_SECRET_AWS_ACCESS_KEY_ID: "it's $(id)",
        PEER_PODS_SECRET_ID_RSA_PUB_FILE: path.join(folder, 'key'),
        PEER_PODS_SECRET_TOKEN: 't',
      };
      const ran = await run(script, { env, files: { key: 'two\nlines\n' }, answers: ['', '', 'peer-pods-secret'] });
      assert.equal(ran.code, 0, ran.said);
      const sent: unknown = parse(ran.applied.replace('---\n', ''));
      const data = { AWS_ACCESS_KEY_ID: "it's $(id)", 'id_rsa.pub': 'two\nlines\n', token: 't' };
      const encoded = Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
      );
      const { apiVersion, kind, type } = object;
      assert.deepEqual(sent, {
        apiVersion,
        kind,
        metadata: { name: secret.name, namespace },
        ...(change.how === 'apply' ? { type } : {}),
        data: encoded,
      });
      // Values in arguments could be read by others on the machine.
      assert.doesNotMatch(JSON.stringify(ran.asked), /it's/);
    }
  });

  test('uses a unique environment variable for each Secret value', () => {
    const values = listSecretValues('a', { data: { 'b.c': '', 'b-c': '', 'b-c_FILE': '', '': '' } });
    assert.equal(new Set(values.map(({ variable }) => variable)).size, 4);
    assert.ok(values.every(({ variable }) => /^[A-Z][A-Z0-9_]*$/.test(variable)));
    assert.deepEqual(listSecretValues('9', { data: { x: '' } }), [{ key: 'x', variable: 'SECRET_9_X' }]);
  });

  test('expands nothing from malicious names', async () => {
    const evil = `x'"$(touch owned)\`touch owned\`\n"; touch owned #\r\u2028touch owned\nEND\n\${IFS}\\`;
    const target = { group: evil, version: evil, plural: evil, kind: evil, name: evil, namespace: evil };
    const hostile = step({
      id: evil,
      title: evil,
      meaning: evil,
      todo: evil,
      docs: { title: evil, url: evil },
      gate: { question: evil, consequences: [evil] },
      changes: [
        {
          how: 'apply',
          target,
          object: { apiVersion: evil, kind: evil, metadata: { name: evil }, data: { [evil]: evil } },
        },
        {
          how: 'apply',
          target: { ...secret, name: evil },
          object: { kind: 'Secret', metadata: { name: evil }, data: { [evil]: evil } },
        },
        { how: 'merge', target, patch: { [evil]: evil } },
        { how: 'delete', target, uid: evil },
      ],
      until: [{ object: target, jsonpath: evil, is: evil, minutes: 0 }],
    });
    const finding = step({
      id: evil,
      found: [{ object: target, where: evil, prefix: '', change: { how: 'delete' } }],
      gate: { question: evil, consequences: [evil] },
    });
    const script = renderBashRunbook(
      runbook([hostile, finding], { title: evil, cluster: { context: evil, server: 'https://api.prod:6443' } }),
      renderManifestYaml,
    );
    const [{ variable } = { variable: '' }] = listSecretValues(evil, { data: { [evil]: '' } });
    const ran = await run(script, { input: 'y\ny\n', env: { [variable]: evil }, answers: ['', '', '$(touch owned)'] });
    assert.ok(!existsSync(path.join(folder, 'owned')), ran.said);
    const words = ran.asked.find(([verb]) => verb === 'patch');
    const type = `${evil}.${evil}.${evil}`;
    assert.deepEqual(words, [
      'patch',
      `${type}/${evil}`,
      `--namespace=${evil}`,
      '--type=merge',
      `--patch=${JSON.stringify({ [evil]: evil })}`,
    ]);
  });

  test('reports the state of the object when the wait times out', async () => {
    const script = renderBashRunbook(
      runbook([step({ until: [{ object: kataConfig, jsonpath: '{.status.phase}', is: 'Done', minutes: 1 }] })]),
      renderManifestYaml,
    );
    // A minute of the script is over at once.
    const ran = await run(script.replace('minutes * 60', 'minutes * 0'), {
      answers: ['Busy', 'Busy', '  InProgress=True Installing: \u001b[31mslow'],
    });
    assert.equal(ran.code, 1);
    assert.match(
      ran.said,
      /InProgress=True Installing: \[31mslow\nNot within 1 minutes: KataConfig example: \{\.status\.phase\} is Done/,
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
      runbook([step({ changes: [applied], until: [there(kataConfig)] }), step({ until: [updated] })]),
      renderManifestYaml,
    );
    const gets = (ran: Ran): number => ran.asked.filter(([verb]) => verb === 'get').length;
    // Not there, not there, there; then the pool is updated still, begins, and has ended.
    const ran = await run(script, { answers: ['', '', 'example', 'True', 'False', 'False', 'False', 'True'] });
    assert.deepEqual([ran.code, gets(ran)], [0, 8], ran.said);
    // Nothing was sent: what is so is so.
    const again = await run(script, { answers: ['example', 'True'] });
    assert.deepEqual([again.code, gets(again)], [0, 2], again.said);
  });
});
