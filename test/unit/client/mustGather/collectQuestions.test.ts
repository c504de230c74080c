/** Tests the questions and checks before a must-gather starts. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { lookAtDestination } from '#client/mustGather/collect/run/destination.ts';
import { freeOf } from '#client/mustGather/collect/run/freeSpace.ts';
import { gatherChoices, gatherQuestion, type GatherSituation } from '#client/mustGather/collect/collectQuestions.ts';
import { ocPage } from '#client/mustGather/collect/ocDownloadPage.ts';
import { gatherRights, remarksOn, type CollectPreflight } from '#core/mustGather/collectPreflight.ts';
import { formatBytes } from '#core/text/formatBytes.ts';
import { agreeText, reviewText } from '#core/mustGather/collectReview.ts';

const situation: GatherSituation = {
  image: { ok: true, value: 'q.io/x:1.12.0' },
  logLevel: 'info',
  nodes: ['worker-0'],
  destination: '/home/me/must-gather',
};

/** Answers each question with the given value or the first choice. */
function answered(
  about: GatherSituation,
  wanted: Readonly<Record<string, string>>,
): { readonly asked: readonly string[]; readonly answers: Map<string, string> } {
  const answers = new Map<string, string>();
  for (let step = gatherQuestion(about, answers); step !== undefined; step = gatherQuestion(about, answers)) {
    assert.ok(answers.size < 20);
    answers.set(step.name, wanted[step.name] ?? ('items' in step ? (step.items[0]?.value ?? '') : (step.value ?? '')));
  }
  return { asked: [...answers.keys()], answers };
}

test('must-gather with defaults asks five questions', () => {
  const { asked, answers } = answered(situation, {});
  assert.deepEqual(asked, ['what', 'level', 'since', 'more', 'folder']);
  assert.deepEqual(gatherChoices(situation, answers), { what: 'sandboxed', image: 'q.io/x:1.12.0', timeout: '10m' });
});

test('log level question is asked only if needed, and setting the level first ends the dialog', () => {
  assert.deepEqual(answered(situation, { level: 'first' }).asked, ['what', 'level']);
  assert.equal(answered({ ...situation, logLevel: 'debug' }, {}).asked.includes('level'), false);
  assert.equal(answered(situation, { what: 'cluster' }).asked.includes('level'), false);
});

test('advanced questions are asked only on request', () => {
  const { asked, answers } = answered(situation, {
    since: 'other',
    sinceText: ' 48h ',
    more: 'change',
    node: 'worker-0',
    runNamespace: 'support',
    what: 'both',
  });
  assert.deepEqual(asked, ['what', 'level', 'since', 'sinceText', 'more', 'timeout', 'node', 'runNamespace', 'folder']);
  assert.deepEqual(gatherChoices(situation, answers), {
    what: 'both',
    image: 'q.io/x:1.12.0',
    timeout: '10m',
    since: '48h',
    node: 'worker-0',
    runNamespace: 'support',
  });
});

test('choices that require the image are omitted with a reason if the image is unknown', () => {
  const step = gatherQuestion({ ...situation, image: { ok: false, error: 'Unknown.' } }, new Map());
  assert.ok(step !== undefined && 'items' in step);
  assert.equal(step.placeHolder, 'Unknown.');
  assert.deepEqual(
    step.items.map(({ value }) => value),
    ['cluster', 'audit'],
  );
});

const before: CollectPreflight = {
  oc: { path: '/usr/bin/oc', version: '4.21.9' },
  openShift: '4.21.3',
  rights: gatherRights({}).map((right) => ({ right, allowed: true })),
  freeBytes: 50e9,
  unwritable: undefined,
  inside: undefined,
  logLevel: 'debug',
  size: [],
};
const choices = { what: 'sandboxed', image: 'q.io/x:1.12.0', timeout: '10m' } as const;
const words = (change: Partial<CollectPreflight>): string =>
  remarksOn(choices, { ...before, ...change })
    .map((remark) => `${remark.verdict}: ${remark.words}`)
    .join('\n');

test('must-gather check passes, or names each problem', () => {
  assert.deepEqual(new Set(remarksOn(choices, before).map(({ verdict }) => verdict)), new Set(['pass']));
  const denied = gatherRights({}).map((right) => ({ right, allowed: right.verb !== 'bind' }));
  assert.match(
    words({ rights: denied }),
    /^fail: You don't have permission to bind clusterroles\.rbac\.authorization\.k8s\.io "cluster-admin"\./,
  );
  const unsaid = gatherRights({}).map((right) => ({ right, allowed: undefined }));
  assert.match(
    words({ rights: unsaid }),
    /^unknown: The cluster didn't report whether you have permission to create namespaces/,
  );
  assert.match(words({ freeBytes: 3e9 }), /^warn: The disk has 3 GB free/);
  assert.match(words({ freeBytes: 3e6 }), /^fail: The disk has only 3 MB free/);
  assert.match(words({ freeBytes: undefined }), /^unknown: Can't determine the free disk space/);
  assert.match(words({ inside: 'the Git repository /x' }), /^warn: The output folder is inside the Git repository \/x/);
  assert.match(words({ logLevel: 'info' }), /^warn: The CRI-O log level is info\./);
  assert.match(words({ logLevel: undefined }), /^unknown: The node log level/);
  assert.match(
    words({ oc: { path: '/oc', version: '4.12.1' } }),
    /^warn: \/oc is oc 4\.12\.1, but the cluster runs OpenShift 4\.21\.3/,
  );
  assert.match(words({ oc: { path: '/oc', version: undefined } }), /^unknown: \/oc doesn't report/);
  assert.doesNotMatch(words({ oc: { path: '/oc', version: '4.22.0' } }), /matches the cluster/);
  assert.equal(formatBytes(999), '999 bytes');
});

test('required permissions depend on whether the namespace exists', () => {
  assert.deepEqual(
    [...new Set(gatherRights({ runNamespace: 'support' }).map(({ namespace }) => namespace))],
    ['support'],
  );
  assert.equal(
    gatherRights({}).some(({ resource }) => resource === 'clusterrolebindings'),
    true,
  );
});

test('review shows the command, the created resources, and the destination, and escapes names', () => {
  const parts = {
    context: '[x](command:evil) <b>',
    server: 'https://api.example:6443',
    choices,
    command: ['/usr/bin/oc', '--context=a b', 'adm', 'must-gather'],
    folder: '/home/me',
    target: '/home/me/out',
    remarks: remarksOn(choices, { ...before, freeBytes: 3e9 }),
  };
  const text = reviewText(parts);
  assert.match(text, /```text\n\/usr\/bin\/oc \\\n {4}'--context=a b' \\\n {4}adm must-gather\n```\n/);
  const odd = reviewText({ ...parts, command: ['oc', '--context=a\n````\n# b'] });
  assert.match(odd, /`````text\noc \\\n {4}\$'--context=a\\n````\\n# b'\n`````\n/, 'no name ends the block');
  assert.match(text, /cluster&#45;admin|cluster-admin/);
  assert.match(text, /\*\*Warning\*\*: The disk has 3 GB free/);
  assert.doesNotMatch(text, /\]\(command/);
  assert.match(agreeText(parts), /namespace openshift-must-gather.*ClusterRoleBinding.*\/home\/me\/out.*3 GB/s);
});

test('oc download page is in the cluster console, or else on the public mirror', () => {
  assert.equal(ocPage('https://console.apps.example'), 'https://console.apps.example/command-line-tools');
  assert.match(ocPage(undefined), /^https:\/\/mirror\.openshift\.com\//);
});

test('destination check reports problems without creating the folder', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'osc-dest-'));
  mkdirSync(path.join(root, 'repo', '.git'), { recursive: true });
  writeFileSync(path.join(root, 'file'), '');
  const fresh = await lookAtDestination(path.join(root, 'a', 'b'), ['/elsewhere']);
  assert.equal(fresh.unwritable, undefined);
  assert.equal(fresh.inside, undefined);
  assert.equal(fresh.freeBytes === undefined, (await freeOf(root)) === undefined);
  assert.equal(
    (await lookAtDestination(path.join(root, 'repo', 'x'), [])).inside,
    `the Git repository ${path.join(root, 'repo')}`,
  );
  assert.match((await lookAtDestination(path.join(root, 'a'), [root])).inside ?? '', /^the workspace folder /);
  assert.match((await lookAtDestination(path.join(root, 'file', 'x'), [])).unwritable ?? '', /^Can't create /);
  mkdirSync(path.join(root, 'repo', 'below'));
  symlinkSync(path.join(root, 'repo', 'below'), path.join(root, 'linked'));
  assert.equal(
    (await lookAtDestination(path.join(root, 'linked', 'x'), [])).inside,
    `the Git repository ${path.join(realpathSync(root), 'repo')}`,
  );
  assert.match(
    (await lookAtDestination(path.join(root, 'linked', 'x'), [path.join(root, 'repo')])).inside ?? '',
    /^the workspace folder .*repo$/,
  );
  rmSync(root, { recursive: true });
});

test(
  'free space is unknown on a file system without a fixed size',
  { skip: process.platform !== 'linux' },
  async () => {
    assert.equal(await freeOf('/proc'), undefined);
    assert.ok(((await freeOf(import.meta.dirname)) ?? 0) > 0);
  },
);
