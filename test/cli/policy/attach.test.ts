import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { packInitdata, packPolicy, unpackInitdata, unpackPolicy } from '#server/engine/encoding/pack.ts';
import { parseInitdata } from '#server/initdata/document.ts';
import { folderOf, osc, type Run } from '../osc.ts';

const samples = path.join(import.meta.dirname, '../../../samples/osc-1.12-aws');
const rego = readFileSync(path.join(samples, 'allowed-commands.rego'), 'utf8');
const toml = readFileSync(path.join(samples, 'initdata.toml'), 'utf8');
const policyKey = 'io.katacontainers.config.agent.policy';
const initdataKey = 'io.katacontainers.config.hypervisor.cc_init_data';

const pod = (runtimeClass: string, annotations = '') =>
  `# keep\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web # keep\n${annotations}spec:\n  runtimeClassName: ${runtimeClass}\n  containers:\n    - name: web\n      image: quay.io/example/web:1.0\n`;
const annotated = (lines: Readonly<Record<string, string>>) =>
  `  annotations:\n${Object.entries(lines)
    .map(([key, value]) => `    ${key}: "${value}"\n`)
    .join('')}`;
const deployment = (name: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\nspec:\n  selector:\n    matchLabels:\n      app: ${name}\n  template:\n    metadata:\n      labels:\n        app: ${name}\n    spec:\n      runtimeClassName: kata\n      containers:\n        - name: web\n          image: quay.io/example/web:1.0\n`;

const files = {
  'policy.rego': rego,
  'broken.rego': `${rego}\ndefault ExecProcessRequest := {\n`,
  'other.rego': 'package other\n',
  'initdata.toml': toml,
  'kata.yaml': pod('kata'),
  'remote.yaml': pod('kata-remote'),
  'two.yaml': `${deployment('web')}---\n${deployment('db')}`,
};
const attach = (args: readonly string[], cwd = folderOf(files), input = ''): Promise<Run> =>
  osc(['policy', 'attach', ...args], { cwd, input });
const attachInitdata = (args: readonly string[], cwd = folderOf(files), input = ''): Promise<Run> =>
  osc(['initdata', 'attach', ...args], { cwd, input });
const valueOf = (text: string, key: string): string =>
  new RegExp(`${key.replaceAll('.', '\\.')}"?: *["']([^"']*)["']`).exec(text)?.[1] ?? '';
const policyIn = (packed: string): string | undefined =>
  parseInitdata(unpackInitdata(packed).text ?? '').data.find(({ name }) => name === 'policy.rego')?.text;

describe('policy attach', () => {
  test('adds only the annotation, which decodes to the same policy, and explains the mechanism', async () => {
    const { status, stdout, stderr } = await attach(['policy.rego', 'kata.yaml']);
    assert.equal(status, 0);
    assert.equal(stdout.replace(/ {2}annotations:\n.*\n/, ''), pod('kata'));
    assert.equal(unpackPolicy(valueOf(stdout, policyKey)).text, rego);
    assert.match(
      stderr,
      /^osc-tools: kata\.yaml: In OSC 1\.13, the policy of a pod with the runtime class kata is set in the annotation io\.katacontainers\.config\.agent\.policy\./,
    );
  });

  test('uses initdata if the runtime class requires it, and the result passes lint', async () => {
    const { status, stdout, stderr } = await attach(['policy.rego', 'remote.yaml']);
    assert.equal(status, 0);
    assert.equal(policyIn(valueOf(stdout, initdataKey)), rego);
    assert.match(stderr, /is set in the initdata in the annotation/);
    const checked = await osc(['lint', '-'], { input: stdout });
    assert.equal(checked.status, 0, checked.stdout);
  });

  test('uses the feature gate in the manifest', async () => {
    const gates = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  confidential: "false"\n---\n`;
    const { stdout } = await attach(['policy.rego', '-'], folderOf(files), gates + pod('kata-remote'));
    assert.equal(unpackPolicy(valueOf(stdout, policyKey)).text, rego);
  });

  test('uses the selected mechanism only if the pod supports it', async () => {
    const used = await attach(['policy.rego', 'remote.yaml', '--mechanism', 'annotation']);
    assert.equal(used.status, 0);
    assert.equal(unpackPolicy(valueOf(used.stdout, policyKey)).text, rego);
    assert.match(used.stderr, /works only if the `confidential` feature gate is disabled/);
    const refused = await attach(['policy.rego', 'kata.yaml', '--mechanism', 'initdata']);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(refused.stderr, /This runtime class doesn't support initdata/);
  });

  test('adds the policy to existing initdata, and keeps its other files', async () => {
    const before = toml.replace(/"policy\.rego" = '''[^]*?'''\n/, '');
    const { status, stdout } = await attach(
      ['policy.rego', '-'],
      folderOf(files),
      pod('kata-remote', annotated({ [initdataKey]: packInitdata(before) })),
    );
    assert.equal(status, 0);
    const after = unpackInitdata(valueOf(stdout, initdataKey)).text ?? '';
    assert.equal(policyIn(valueOf(stdout, initdataKey)), rego);
    assert.deepEqual(
      parseInitdata(after)
        .data.map(({ name }) => name)
        .toSorted(),
      ['aa.toml', 'cdh.toml', 'policy.rego'],
    );
    assert.ok(after.startsWith(before.trimEnd()));
  });

  test('replaces an existing policy only with --replace', async () => {
    const old = { [policyKey]: packPolicy('package agent_policy\n') };
    for (const [runtimeClass, key] of [
      ['kata', policyKey],
      ['kata-remote', initdataKey],
    ] as const) {
      const cwd = folderOf({ ...files, 'old.yaml': pod(runtimeClass, annotated(old)) });
      const refused = await attach(['policy.rego', 'old.yaml'], cwd);
      assert.deepEqual([refused.status, refused.stdout], [1, '']);
      assert.match(
        refused.stderr,
        /^osc-tools: old\.yaml: Pod web already has a different policy\. To replace it, use --replace\.$/m,
      );
      const { status, stdout } = await attach(['policy.rego', 'old.yaml', '--replace'], cwd);
      assert.equal(status, 0);
      assert.equal(stdout.match(/katacontainers/g)?.length, 1, stdout);
      const value = valueOf(stdout, key);
      assert.equal(key === policyKey ? unpackPolicy(value).text : policyIn(value), rego);
    }
  });

  test('accepts a pod that already has the same policy', async () => {
    const cwd = folderOf(files);
    for (const file of ['kata.yaml', 'remote.yaml']) {
      assert.equal((await attach(['policy.rego', file, '--write'], cwd)).status, 0);
      const written = readFileSync(path.join(cwd, file), 'utf8');
      const { status, stderr } = await attach(['policy.rego', file, '--write'], cwd);
      assert.equal(status, 0);
      assert.match(stderr, new RegExp(`^osc-tools: ${file} is unchanged$`, 'm'));
      assert.equal(readFileSync(path.join(cwd, file), 'utf8'), written);
    }
  });

  test('replaces the policy in initdata, and refuses a second policy in an annotation', async () => {
    const cwd = folderOf({
      ...files,
      'old.yaml': pod('kata-remote', annotated({ [initdataKey]: packInitdata(toml) })),
    });
    assert.equal((await attach(['policy.rego', 'old.yaml'], cwd)).status, 1);
    const { stdout } = await attach(['policy.rego', 'old.yaml', '--replace'], cwd);
    assert.equal(policyIn(valueOf(stdout, initdataKey)), rego);
    const second = await attach(['policy.rego', 'old.yaml', '--replace', '--mechanism', 'annotation'], cwd);
    assert.deepEqual([second.status, second.stdout], [1, '']);
    assert.match(second.stderr, /The pod's initdata already contains a policy/);
  });

  test('attaches a policy with errors only with --force', async () => {
    const cwd = folderOf(files);
    const refused = await attach(['broken.rego', 'kata.yaml', '--write'], cwd);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(refused.stderr, /^osc-tools: broken\.rego:\d+:\d+: error: /m);
    assert.equal(readFileSync(path.join(cwd, 'kata.yaml'), 'utf8'), files['kata.yaml']);
    const forced = await attach(['broken.rego', 'kata.yaml', '--force'], cwd);
    assert.equal(forced.status, 0);
    assert.equal(unpackPolicy(valueOf(forced.stdout, policyKey)).text, files['broken.rego']);
  });

  test('selects a workload of a file with several', async () => {
    const ambiguous = await attach(['policy.rego', 'two.yaml']);
    assert.deepEqual([ambiguous.status, ambiguous.stdout], [2, '']);
    assert.match(
      ambiguous.stderr,
      /several pods or workloads\. Select one with --select: Deployment web and Deployment db/,
    );
    const { status, stdout } = await attach(['policy.rego', 'two.yaml', '--select', 'deployment/db']);
    assert.equal(status, 0);
    assert.ok(stdout.startsWith(`${deployment('web')}---\n`));
    assert.equal(unpackPolicy(valueOf(stdout, policyKey)).text, rego);
    const none = await attach(['policy.rego', 'two.yaml', '--select', 'pod/db']);
    assert.equal(none.status, 2);
    assert.match(none.stderr, /no pod or workload that matches --select pod\/db/);
  });

  test('changes one workload of a List', async () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n${['web', 'db']
      .map((name) => `  - ${deployment(name).trimEnd().replaceAll('\n', '\n    ')}\n`)
      .join('')}`;
    const { status, stdout } = await attach(['policy.rego', '-', '--select', 'Deployment/db'], folderOf(files), list);
    assert.equal(status, 0);
    assert.ok(stdout.indexOf(policyKey) > stdout.indexOf('name: db'));
    assert.equal(stdout.replace(/ {10}annotations:\n.*\n/, ''), list);
  });

  test('keeps CRLF line breaks and a byte order mark', async () => {
    const crlf = `\uFEFF${pod('kata').replaceAll('\n', '\r\n')}`;
    const cwd = folderOf({ ...files, 'crlf.yaml': crlf });
    assert.equal((await attach(['policy.rego', 'crlf.yaml', '--write'], cwd)).status, 0);
    const after = readFileSync(path.join(cwd, 'crlf.yaml'), 'utf8');
    assert.doesNotMatch(after, /[^\r]\n/);
    assert.equal(after.replace(/ {2}annotations:\r\n.*\r\n/, ''), crlf);
  });

  test('changes JSON so that it stays JSON', async () => {
    const object = (annotations: object) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', ...annotations },
      spec: { runtimeClassName: 'kata', containers: [{ name: 'web', image: 'quay.io/example/web:1.0' }] },
    });
    const cases = [{}, { annotations: {} }, { annotations: { a: 'b' } }, { annotations: null }].flatMap((annotations) =>
      [0, 2].map((indent) => ({ annotations, indent })),
    );
    const names = cases.map((_, index) => `${index}.json`);
    const texts = cases.map(({ annotations, indent }) => JSON.stringify(object(annotations), null, indent));
    const cwd = folderOf({ ...files, ...Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ''])) });
    assert.equal((await attach(['policy.rego', ...names, '--write'], cwd)).status, 0);
    for (const [index, { annotations }] of cases.entries())
      assert.deepEqual(
        JSON.parse(readFileSync(path.join(cwd, names[index] ?? ''), 'utf8')),
        object({ annotations: { ...annotations.annotations, [policyKey]: packPolicy(rego) } }),
        texts[index],
      );
  });

  test('refuses annotations that together exceed the limit of the API server', async () => {
    const large = pod('kata', annotated({ 'example.com/large': 'x'.repeat(256 * 1024 - 200) }));
    const { status, stdout, stderr } = await attach(['policy.rego', '-'], folderOf(files), large);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /256 KiB/);
  });

  test('prints a diff that touches only the annotation, and that git apply accepts', async () => {
    const cwd = folderOf(files);
    const { status, stdout } = await attach(['policy.rego', 'kata.yaml', 'remote.yaml', '--diff'], cwd);
    assert.equal(status, 0);
    const changed = stdout.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line));
    assert.deepEqual(
      changed.map((line) => line.replace(/"[\w+/=]+"/, '"..."')),
      [policyKey, initdataKey].flatMap((key) => ['+  annotations:', `+    ${key}: "..."`]),
    );
    assert.equal(readFileSync(path.join(cwd, 'kata.yaml'), 'utf8'), files['kata.yaml']);
    execFileSync('git', ['apply', '-'], { cwd, input: stdout });
    const applied = readFileSync(path.join(cwd, 'kata.yaml'), 'utf8');
    assert.equal(applied, (await attach(['policy.rego', 'kata.yaml'])).stdout);
  });

  test('writes no file if one of them is refused', async () => {
    const cwd = folderOf({ ...files, 'old.yaml': pod('kata', annotated({ [policyKey]: packPolicy('package x\n') })) });
    const before = statSync(path.join(cwd, 'kata.yaml')).mtimeMs;
    assert.equal((await attach(['policy.rego', 'kata.yaml', 'old.yaml', '--write'], cwd)).status, 1);
    assert.equal(statSync(path.join(cwd, 'kata.yaml')).mtimeMs, before);
    assert.equal(readFileSync(path.join(cwd, 'kata.yaml'), 'utf8'), files['kata.yaml']);
  });

  test('reports wrong usage and unreadable files with exit code 2', async () => {
    for (const [args, said] of [
      [['-', '-'], /only one argument can be -/],
      [['policy.rego', 'kata.yaml', 'remote.yaml'], /use --write or --diff/],
      [['policy.rego', '-', '--write'], /--write can't change standard input/],
      [['policy.rego', 'kata.yaml', '--write', '--diff'], /cannot be used with/],
      [['policy.rego', 'kata.yaml', '--select', 'web'], /Expected the kind and the name/],
      [['policy.rego', 'missing.yaml'], /can't read missing\.yaml: no such file or folder/],
      [['missing.rego', 'kata.yaml'], /can't read missing\.rego/],
      [['other.rego', 'kata.yaml'], /other\.rego isn't an agent policy/],
      [['policy.rego', 'initdata.toml'], /contains no pod or workload/],
    ] as const) {
      const { status, stdout, stderr } = await attach(args);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, said);
    }
  });
});

describe('policy attach to files that it can not change', () => {
  test('suggests --force if the policy has errors', async () => {
    const { status, stderr } = await attach(['broken.rego', 'kata.yaml']);
    assert.equal(status, 1);
    assert.match(stderr, /no policy was attached\. To attach it despite its errors, use --force$/m);
  });

  for (const [what, name, text] of [
    ['YAML', 'broken.yaml', `${pod('kata')}  foo: [1, 2\nbar: "x\n`],
    [
      'JSON',
      'broken.json',
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"runtimeClassName":"kata","containers":[{"name":"a" "image":"b"}]}}',
    ],
  ] as const)
    test(`does not change ${what} with a syntax error`, async () => {
      const cwd = folderOf({ ...files, [name]: text });
      const { status, stdout, stderr } = await attach(['policy.rego', name, '--write'], cwd);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, new RegExp(`${name}:\\d+: can't change this document, because of a syntax error: `));
      assert.equal(readFileSync(path.join(cwd, name), 'utf8'), text);
    });

  test('names the current folder if it is the argument', async () => {
    const { status, stderr } = await attach(['policy.rego', '.']);
    assert.equal(status, 2);
    assert.match(stderr, /can't read \.: is a folder/);
  });
});

describe('initdata attach', () => {
  test('adds only the annotation, which decodes to the same initdata, and the result passes lint', async () => {
    const { status, stdout, stderr } = await attachInitdata(['initdata.toml', 'remote.yaml']);
    assert.equal(status, 0);
    assert.equal(unpackInitdata(valueOf(stdout, initdataKey)).text, toml);
    assert.equal(stdout.replace(/ {2}annotations:\n.*\n/, ''), pod('kata-remote'));
    assert.match(stderr, /the initdata of a pod with the runtime class kata-remote is set in the annotation io\.kata/);
    const checked = await osc(['lint', '-'], { input: stdout });
    assert.equal(checked.status, 0, checked.stdout);
  });

  test('accepts encoded initdata, and uses the annotation of the release', async () => {
    const cwd = folderOf({ ...files, 'initdata.txt': `${packInitdata(toml)}\n` });
    const { stdout } = await attachInitdata(['initdata.txt', 'remote.yaml', '--release', '1.10'], cwd);
    assert.equal(unpackInitdata(valueOf(stdout, 'io.katacontainers.config.runtime.cc_init_data')).text, toml);
  });

  test('keeps files that only the existing initdata contains', async () => {
    const policyOnly = `algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n"policy.rego" = '''\n${rego}'''\n`;
    const withoutPolicy = toml.replace(/"policy\.rego" = '''[^]*?'''\n/, '');
    const old = pod('kata-remote', annotated({ [initdataKey]: packInitdata(policyOnly) }));
    const cwd = folderOf({ ...files, 'new.toml': withoutPolicy });
    const { status, stdout, stderr } = await attachInitdata(['new.toml', '-'], cwd, old);
    assert.equal(status, 0);
    assert.match(stderr, /Pod web: kept policy\.rego from the existing initdata\.$/m);
    const merged = unpackInitdata(valueOf(stdout, initdataKey)).text ?? '';
    assert.ok(merged.startsWith(withoutPolicy.trimEnd()));
    assert.equal(policyIn(valueOf(stdout, initdataKey)), rego);
  });

  test('replaces different contents only with --replace', async () => {
    const old = pod(
      'kata-remote',
      annotated({
        [initdataKey]: packInitdata(toml.replaceAll('kbs.example', 'other.example').replace('sha384', 'sha256')),
      }),
    );
    const cwd = folderOf({ ...files, 'old.yaml': old });
    const refused = await attachInitdata(['initdata.toml', 'old.yaml'], cwd);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(refused.stderr, /initdata with different contents \(algorithm, aa\.toml, and cdh\.toml\)/);
    const { stdout } = await attachInitdata(['initdata.toml', 'old.yaml', '--replace'], cwd);
    assert.equal(unpackInitdata(valueOf(stdout, initdataKey)).text, toml);
  });

  test('rejects a runtime class without initdata, initdata with errors, and other files', async () => {
    const cwd = folderOf({ ...files, 'bad.toml': toml.replace('sha384', 'md5') });
    const unsupported = await attachInitdata(['initdata.toml', 'kata.yaml'], cwd);
    assert.deepEqual([unsupported.status, unsupported.stdout], [1, '']);
    assert.match(unsupported.stderr, /doesn't support initdata/);
    const bad = await attachInitdata(['bad.toml', 'remote.yaml'], cwd);
    assert.deepEqual([bad.status, bad.stdout], [1, '']);
    assert.match(bad.stderr, /Unsupported algorithm "md5"/);
    assert.match(bad.stderr, /no initdata was attached\. To attach it despite its errors, use --force$/m);
    assert.equal((await attachInitdata(['bad.toml', 'remote.yaml', '--force'], cwd)).status, 0);
    const other = await attachInitdata(['policy.rego', 'remote.yaml'], cwd);
    assert.deepEqual([other.status, other.stdout], [2, '']);
    assert.match(other.stderr, /policy\.rego isn't initdata/);
  });
});
