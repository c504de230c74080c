/** Tests how the script of a runbook finds, deletes, and creates objects, and how it handles Secrets. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { listSecretValues } from '#core/operations/runbook/secretValues.ts';
import {
  createRunbook,
  createRunbookStage,
  createStep,
  kataConfigReference,
  listChanges,
  planReference,
  runbookNamespace,
  secretReference,
  untilPresent,
} from './runbookStage.ts';

describe('runbook script', () => {
  const stage = createRunbookStage();

  test("doesn't delete another object with the same name", async () => {
    const script = renderBashRunbook(
      createRunbook([createStep({ changes: [{ how: 'delete', target: kataConfigReference, uid: 'one' }] })]),
      renderManifestYaml,
    );
    const ran = await stage.run(script, { answers: ['other'] });
    assert.deepEqual([ran.code, listChanges(ran)], [1, []]);
    assert.match(ran.said, /was replaced after this script was generated/);
  });

  test('finds objects by condition and asks for confirmation for each', async () => {
    const found = {
      object: planReference,
      where: '@.spec.approved==false',
      prefix: 'install-',
      change: { how: 'merge', patch: { spec: { approved: true } } },
    } as const;
    const script = renderBashRunbook(createRunbook([createStep({ found: [found] })]), renderManifestYaml);
    const ran = await stage.run(script, { answers: ['install-a'] });
    assert.equal(ran.code, 0, ran.said);
    assert.deepEqual(ran.asked[2], [
      'get',
      'installplans.v1alpha1.operators.coreos.com',
      `--namespace=${runbookNamespace}`,
      '--ignore-not-found',
      '--output=jsonpath={range .items[?(@.spec.approved==false)]}{.metadata.name}{"\\n"}{end}',
    ]);
    const patched = `patch installplans.v1alpha1.operators.coreos.com/install-a --namespace=${runbookNamespace} --type=merge --patch={"spec":{"approved":true}}`;
    assert.deepEqual(listChanges(ran), [patched]);
    assert.deepEqual(listChanges(await stage.run(script, { answers: ['other-a'] })), []);
    const asking = renderBashRunbook(
      createRunbook([createStep({ found: [{ ...found, show: '{.spec.names}', question: 'Approve it?' }] })]),
      renderManifestYaml,
    );
    const yes = await stage.run(asking, { answers: ['install-a', 'operator.v1'], input: 'y\n' });
    assert.deepEqual(listChanges(yes), [patched]);
    assert.match(yes.said, /install-a: operator\.v1\ninstall-a: Approve it\? \[y\/N\]/);
    assert.deepEqual(listChanges(await stage.run(asking, { answers: ['install-a', 'operator.v1'] })), []);
  });

  test('deletes objects that appear late, each once, after one confirmation', async () => {
    const found = [{ object: planReference, change: { how: 'delete' } }] as const;
    const gate = { question: 'Delete them?', consequences: [], typed: 'prod' };
    const script = renderBashRunbook(
      createRunbook([
        createStep({ found, gate, until: [untilPresent({ ...planReference, name: 'late' }, { is: 'gone' })] }),
      ]),
      renderManifestYaml,
    );
    // Answers alternate between the wait condition and the list of objects: not done, no object; not done, one object
    // with its UID; not done, the same object; done.
    const ran = await stage.run(script, {
      answers: ['late', 'late', '', 'late', 'late', 'uid', 'late', 'late', '', ''],
      input: 'prod\n',
    });
    assert.equal(ran.code, 0, ran.said);
    assert.equal(listChanges(ran).length, 1);
    assert.equal(ran.said.split('Delete them?').length, 2);
    const nobody = await stage.run(script, { answers: ['late', 'late', '', ''], input: '' });
    assert.deepEqual([nobody.code, listChanges(nobody)], [0, []], nobody.said);
  });

  test('contains no Secret values and reads them from environment variables or files', async () => {
    const object = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: secretReference.name,
        namespace: runbookNamespace,
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'canary' },
      },
      type: 'Opaque',
      stringData: { AWS_ACCESS_KEY_ID: 'canary', 'id_rsa.pub': 'canary' },
      data: { token: 'Y2FuYXJ5' },
    };
    for (const change of [
      { how: 'apply', target: secretReference, object },
      { how: 'merge', target: secretReference, patch: { stringData: object.stringData, data: object.data } },
    ] as const) {
      const script = renderBashRunbook(
        createRunbook([createStep({ changes: [change], until: [untilPresent(secretReference)] })]),
        renderManifestYaml,
      );
      assert.doesNotMatch(script, /canary|Y2FuYXJ5/);
      const forgotten = await stage.run(script);
      assert.deepEqual([forgotten.code, listChanges(forgotten)], [1, []]);
      assert.match(forgotten.said, /Set PEER_PODS_SECRET_TOKEN, or set PEER_PODS_SECRET_TOKEN_FILE/);
      // If the Secret exists, the script requires no values.
      assert.equal(
        (await stage.run(script, { answers: ['', 'peer-pods-secret', 'peer-pods-secret'].slice(1) })).code,
        0,
      );
      const env = {
        PEER_PODS_SECRET_AWS_ACCESS_KEY_ID: "it's $(id)",
        PEER_PODS_SECRET_ID_RSA_PUB_FILE: path.join(stage.folder, 'key'),
        PEER_PODS_SECRET_TOKEN: 't',
      };
      const ran = await stage.run(script, {
        env,
        files: { key: 'two\nlines\n' },
        answers: ['', '', 'peer-pods-secret'],
      });
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
        metadata: { name: secretReference.name, namespace: runbookNamespace },
        ...(change.how === 'apply' ? { type } : {}),
        data: encoded,
      });
      // Other users of the computer could read values in arguments.
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
    const hostile = createStep({
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
          target: { ...secretReference, name: evil },
          object: { kind: 'Secret', metadata: { name: evil }, data: { [evil]: evil } },
        },
        { how: 'merge', target, patch: { [evil]: evil } },
        { how: 'delete', target, uid: evil },
      ],
      until: [{ object: target, jsonpath: evil, is: evil, minutes: 0 }],
    });
    const finding = createStep({
      id: evil,
      found: [{ object: target, where: evil, prefix: '', change: { how: 'delete' } }],
      gate: { question: evil, consequences: [evil] },
    });
    const script = renderBashRunbook(
      createRunbook([hostile, finding], { title: evil, cluster: { context: evil, server: 'https://api.prod:6443' } }),
      renderManifestYaml,
    );
    const [{ variable } = { variable: '' }] = listSecretValues(evil, { data: { [evil]: '' } });
    const ran = await stage.run(script, {
      input: 'y\ny\n',
      env: { [variable]: evil },
      answers: ['', '', '$(touch owned)'],
    });
    assert.ok(!existsSync(path.join(stage.folder, 'owned')), ran.said);
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
});
