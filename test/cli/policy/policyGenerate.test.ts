import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { unpackInitdata } from '#server/engine/encoding/pack.ts';
import { folderOf, osc } from '../osc.ts';

const samples = path.join(import.meta.dirname, '../../../samples/osc-1.12-aws');
const sample = (name: string) => readFileSync(path.join(samples, name), 'utf8');
const pod = sample('my-pod.yaml');
const second = pod.replace('name: my-pod', 'name: other');

describe('policy generate', () => {
  const files = { 'pod.yaml': pod, 'two.yaml': `${pod}---\n${second}`, 'log.txt': sample('policy.txt') };
  const generate = (args: readonly string[], cwd = folderOf(files)) => osc(['policy', 'generate', ...args], { cwd });

  test('generates a policy that decides the recorded requests as the pod needs', async () => {
    const cwd = folderOf(files);
    for (const [options, readStream] of [
      [[], false],
      [['--logs'], true],
    ] as const) {
      const { status, stdout } = await generate(['pod.yaml', ...options], cwd);
      assert.equal(status, 0);
      for (const dialect of ['v0', 'v1']) {
        const replay = ['policy', 'replay', '-', 'log.txt', '--format', 'json', '--dialect', dialect];
        const replayed = await osc(replay, { cwd, input: stdout });
        const results = (JSON.parse(replayed.stdout) as { readonly result: boolean }[]).map(({ result }) => result);
        assert.deepEqual(results, [true, true, false, false, readStream]);
      }
      const checked = await osc(['policy', 'check', '-', '--hints'], { cwd, input: stdout });
      assert.equal(checked.status, 0);
      assert.doesNotMatch(checked.stdout, /: (?:error|warning): /);
    }
  });

  test('limits the length of expanded variables', async () => {
    const variables = Array.from({ length: 40 }, (_, index) =>
      index === 0 ? '{name: E0, value: xxxxxxxxxx}' : `{name: E${index}, value: $(E${index - 1})$(E${index - 1})}`,
    );
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  runtimeClassName: kata-remote\n  containers:\n  - name: a\n    image: example.com/a:1\n    command: [$(E39)]\n    env: [${variables.join(', ')}]\n`;
    const { status, stdout, stderr } = await generate(['pod.yaml'], folderOf({ 'pod.yaml': text }));
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /the variables in commands and values expand to more than 1000000 characters/);
  });

  test('says which limit a pod exceeds that is too large', async () => {
    const variables = Array.from({ length: 3000 }, (_, index) => `        - {name: V${index}, value: a}\n`).join('');
    const large = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n${pod}      env:\n${variables}`;
    const long = `${pod}# ${'x'.repeat(500_000)}\n`;
    const cwd = folderOf({ ...files, 'large.yaml': large, 'long.yaml': long, 'both.yaml': `${pod}---\n${long}` });
    for (const [file, expected] of [
      [
        'large.yaml',
        /^osc-tools: large\.yaml:5: can't read this document: it has \d{5} entries, and the limit is 15000\n$/,
      ],
      ['long.yaml', /^osc-tools: long\.yaml:1: can't read this document: it is 501 KB, and the limit is 500 KB\n$/],
    ] as const) {
      const { status, stdout, stderr } = await generate([file], cwd);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, expected);
    }
    const { status, stderr } = await generate(['both.yaml'], cwd);
    assert.equal(status, 0);
    assert.match(stderr, /^osc-tools: both\.yaml:\d+: can't read this document: it is 501 KB/);
  });

  test('reports fields with their position', async () => {
    const { stderr } = await generate(['pod.yaml']);
    assert.match(stderr, /^osc-tools: pod\.yaml:12:7: info: The container name is unknown/m);
  });

  test('asks which pod if a file contains several', async () => {
    const ambiguous = await generate(['two.yaml']);
    assert.deepEqual([ambiguous.status, ambiguous.stdout], [2, '']);
    assert.match(ambiguous.stderr, /Select one with --name: Pod my-pod and Pod other|Pod my-pod, Pod other/);
    assert.match((await generate(['two.yaml', '--name', 'other'])).stdout, /is_in_pod\("\^other\$"\)/);
    assert.equal((await generate(['two.yaml', '--name', 'none'])).status, 2);
  });

  test('attaches the policy to the pod', async () => {
    const cwd = folderOf(files);
    const { stdout } = await generate(['two.yaml', '--name', 'other'], cwd);
    const attached = await generate(['two.yaml', '--name', 'other', '--attach'], cwd);
    assert.equal(attached.status, 0);
    const [first = '', other = ''] = attached.stdout.split('\n---\n');
    assert.equal(`${first}\n`, pod);
    const [, packed = ''] = /cc_init_data: "([^"]+)"/.exec(other) ?? [];
    assert.ok(unpackInitdata(packed).text?.includes(stdout.trim().slice(0, 500)));
  });

  test('rejects files without a pod, and unreadable settings', async () => {
    const cwd = folderOf({ ...files, 'none.yaml': 'a: 1\n', 'bad.json': '{', 'other.json': '{}' });
    for (const args of [
      ['none.yaml'],
      ['missing.yaml'],
      ['pod.yaml', '--settings', 'bad.json'],
      ['pod.yaml', '--settings', 'other.json'],
      ['-', '--settings', '-'],
    ])
      assert.deepEqual([args, (await generate(args, cwd)).status], [args, 2]);
  });
});

describe('policy diff', () => {
  const rego = (body: string) =>
    `package agent_policy\nimport future.keywords.if\ndefault ExecProcessRequest := false\nExecProcessRequest if { ${body} }\n`;
  const files = {
    'ls.rego': rego('input.process.Args[0] == "ls"'),
    'any.rego': rego('input.process.Args[0] != ""'),
    'same.rego': rego('"ls" == input.process.Args[0] # same\n'),
    'less.rego': rego('input.process.Args[0] == "ls"; count(input.process.Args) == 1'),
    'broken.rego': 'package agent_policy\ndefault ExecProcessRequest :=\n',
    'other.txt': 'hello\n',
  };
  const diff = (args: readonly string[], cwd = folderOf(files)) => osc(['policy', 'diff', ...args], { cwd });

  test('exits with 1 if the policy allows more, or if that is unknown', async () => {
    for (const [before, after, status] of [
      ['ls.rego', 'any.rego', 1],
      ['ls.rego', 'same.rego', 0],
      ['ls.rego', 'less.rego', 0],
      ['less.rego', 'ls.rego', 1],
      ['ls.rego', 'broken.rego', 2],
      ['ls.rego', 'other.txt', 2],
      ['ls.rego', 'missing.rego', 2],
      ['genpolicy', 'ls.rego', 2],
      ['osc-1.12', 'ls.rego', 1],
    ] as const)
      assert.deepEqual([before, after, (await diff([before, after])).status], [before, after, status]);
  });

  test('explains once why the guest rejects a policy', async () => {
    const cwd = folderOf({
      ...files,
      'v1.rego':
        'package agent_policy\ndefault ExecProcessRequest := false\nExecProcessRequest if { "ls" in input.process.Args }\n',
      'unknown.rego': rego('unknown_function(1)'),
    });
    for (const [file, reason] of [
      ['v1.rego', /^osc-tools: v1\.rego: The guest rejects this policy \(line 3: .*\)\. [^\n]*\n$/],
      ['unknown.rego', /^osc-tools: unknown\.rego: The guest doesn't support the function unknown_function [^\n]*\n$/],
    ] as const)
      for (const other of ['ls.rego', file])
        assert.match((await diff([other, file, '--release', '1.11'], cwd)).stderr, reason);
    assert.equal((await diff(['ls.rego', 'any.rego'], cwd)).stderr, '');
  });

  test('shows the changed condition in each format', async () => {
    const text = await diff(['ls.rego', 'any.rego']);
    assert.equal(
      text.stdout,
      `ls.rego -> any.rego for the guest of OSC ${newestRelease.id}

ExecProcessRequest: Depends on the request (changed), possibly allows more (unknown)
  - line 4: { input.process.Args[0] == "ls" }
  + line 4: { input.process.Args[0] != "" }

1 request changed: 0 wider, 1 unknown, 0 not wider.
`,
    );
    const markdown = await diff(['ls.rego', 'any.rego', '--format', 'md']);
    assert.match(markdown.stdout, /^\| `ExecProcessRequest` \| Depends on the request \(changed\) \| possibly/m);
    assert.match(markdown.stdout, /^- \{ input\.process\.Args\[0\] == "ls" \}$/m);
    const json = JSON.parse((await diff(['ls.rego', 'any.rego', '--format', 'json'])).stdout) as {
      readonly wider: boolean;
      readonly requests: readonly { readonly request: string; readonly effect: string }[];
    };
    assert.equal(json.wider, true);
    assert.deepEqual(
      json.requests.map(({ request, effect }) => [request, effect]),
      [['ExecProcessRequest', 'unknown']],
    );
  });

  test('reads encoded policies, initdata, and Git revisions', async () => {
    const cwd = folderOf({
      ...files,
      'policy.b64': `${Buffer.from(files['ls.rego']).toString('base64')}\n`,
      'initdata.toml': `algorithm = "sha256"\nversion = "0.1.0"\n[data]\n"policy.rego" = '''\n${files['ls.rego']}'''\n`,
    });
    for (const name of ['policy.b64', 'initdata.toml']) {
      assert.equal((await diff([name, 'ls.rego'], cwd)).status, 0);
      assert.equal((await diff([name, 'any.rego'], cwd)).status, 1);
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'ignore' });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'one', '--no-gpg-sign');
    assert.equal((await diff(['git:HEAD', 'ls.rego'], cwd)).status, 0);
    assert.equal((await diff(['git:HEAD:ls.rego', 'any.rego'], cwd)).status, 1);
    for (const source of ['git:none', 'git:--version', 'git:HEAD:none.rego', 'git:'])
      assert.deepEqual([source, (await diff([source, 'ls.rego'], cwd)).status], [source, 2]);
  });

  test('never runs a command from the settings of a repository to get a missing object', async () => {
    const cwd = folderOf(files);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'one', '--no-gpg-sign');
    const blob = git('rev-parse', 'HEAD:ls.rego').trim();
    rmSync(path.join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const ran = path.join(cwd, 'ran');
    for (const [key, value] of [
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['protocol.ext.allow', 'always'],
      ['remote.origin.url', `ext::touch ${ran}`],
    ] as const)
      git('config', key, value);
    assert.equal((await diff(['git:HEAD', 'ls.rego'], cwd)).status, 2);
    assert.equal(existsSync(ran), false);
  });

  test('names the file of policy table --base as it is written', async () => {
    const cwd = folderOf({ ...files, 'sub/Base.rego': files['any.rego'] });
    const { stdout } = await osc(['policy', 'table', 'ls.rego', '--base', 'sub/Base.rego'], { cwd });
    assert.match(stdout, /^REQUEST +VERDICT +LINE +Base\.rego$/m);
  });
});
