import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { maxManifests } from '#server/engine/yaml/quota.ts';
import { dist } from '#test/support/lsp/editor.ts';
import { bad, clean, english, folderOf, head, lint, osc } from '../osc.ts';

interface Problem {
  readonly file: string;
  readonly rule: string;
  readonly severity: string;
  readonly fixable: boolean;
}
const problems = (stdout: string) => JSON.parse(stdout) as Problem[];
const rulesOf = (stdout: string) => problems(stdout).map(({ rule }) => rule);

describe('lint output', () => {
  test('prints findings as text', async () => {
    const cwd = folderOf({ 'a.yaml': bad });
    const { status, stdout, stderr } = await lint(['a.yaml'], { cwd });
    assert.equal(status, 1);
    assert.equal(stderr, '');
    assert.match(
      stdout,
      /^a\.yaml:6:13: error: .*Use debug\. \[osc\/kataconfig-loglevel\]\n1 file checked: 1 error, 0 warnings, 0 informational\. 1 can be fixed with --fix\.\n$/,
    );
  });
  test('prints a summary if there are no findings', async () => {
    const cwd = folderOf({ 'a.yaml': clean });
    assert.deepEqual(await lint(['a.yaml'], { cwd }), {
      status: 0,
      stdout: '1 file checked, no problems found.\n',
      stderr: '',
    });
  });
  test('prints findings as JSON', async () => {
    const cwd = folderOf({ 'a.yaml': bad });
    const { status, stdout } = await lint(['--format', 'json', 'a.yaml'], { cwd });
    assert.equal(status, 1);
    const [problem, ...others] = JSON.parse(stdout) as Record<string, unknown>[];
    assert.deepEqual(others, []);
    assert.deepEqual(Object.keys(problem ?? {}), [
      'file',
      'line',
      'column',
      'endLine',
      'endColumn',
      'severity',
      'rule',
      'message',
      'fixable',
      'docs',
    ]);
    assert.deepEqual(
      { ...problem, message: '' },
      {
        file: 'a.yaml',
        line: 6,
        column: 13,
        endLine: 6,
        endColumn: 18,
        severity: 'error',
        rule: 'osc/kataconfig-loglevel',
        message: '',
        fixable: true,
        docs: 'https://docs.redhat.com/en/documentation/openshift_sandboxed_containers/1.12/html-single/deploying_openshift_sandboxed_containers_on_aws/index',
      },
    );
  });
  test('links to the documentation of the release in JSON', async () => {
    const cwd = folderOf({ 'a.yaml': bad });
    const { stdout } = await lint(['--format', 'json', '--release', '1.8', 'a.yaml'], { cwd });
    const [problem] = JSON.parse(stdout) as { docs?: string }[];
    assert.match(problem?.docs ?? '', /\/1\.8\/html\/user_guide\/collecting-log-data$/);
  });
  test('prints an empty JSON list if there are no findings', async () =>
    assert.deepEqual(await lint(['--format', 'json', '-'], { input: clean }), {
      status: 0,
      stdout: '[]\n',
      stderr: '',
    }));
});

describe('lint input', () => {
  const files = {
    'a.yaml': bad,
    'b.yml': bad,
    'deep/er/c.yaml': bad,
    'd.txt': bad,
    'node_modules/e.yaml': bad,
    'UPPER.YAML': bad,
    '.git/f.yaml': bad,
  };
  const names = async (args: readonly string[], cwd: string) =>
    problems((await lint(['--format', 'json', ...args], { cwd })).stdout).map(({ file }) => file);
  test('includes the YAML files of a folder', async () =>
    assert.deepEqual(
      new Set(await names(['.'], folderOf(files))),
      new Set(['a.yaml', 'b.yml', 'deep/er/c.yaml', 'UPPER.YAML']),
    ));
  test('includes the Kubernetes objects and JSON patches in the JSON files of a folder', async () => {
    const cwd = folderOf({
      'kc.json':
        '{"apiVersion":"kataconfiguration.openshift.io/v1","kind":"KataConfig","metadata":{"name":"a"},"spec":{"logLvl":"info"}}',
      'kustomization.yaml': 'resources: [kc.json]\npatches: [{path: p.json, target: {kind: KataConfig}}]\n',
      'p.json': '[{"op":"add","path":"/spec/enablePeerpods","value":true}]',
      'q.json': '[{"op":"add","path":"/spec/enablePeerpods","value":true}]',
      'other.json': '{"kind": "KataConfig"}',
    });
    const { stdout } = await lint(['--format', 'json', '.'], { cwd });
    const problems = JSON.parse(stdout) as { file: string; rule: string; severity: string }[];
    assert.deepEqual(
      problems.map(({ file, rule, severity }) => [file, rule, severity]),
      [
        ['kc.json', 'osc/kataconfig-unknown-field', 'info'],
        ['p.json', 'osc/kustomize-patch-field', 'error'],
      ],
    );
  });
  test('includes hidden files and folders, except .git', async () =>
    assert.deepEqual(await names(['.'], folderOf({ '.a.yaml': bad, '.tekton/b.yaml': bad, '.git/c.yaml': bad })), [
      '.a.yaml',
      path.join('.tekton', 'b.yaml'),
    ]));
  test('can be a glob', async () => assert.deepEqual(await names(['**/*.yml'], folderOf(files)), ['b.yml']));
  test("doesn't check a file of another kind, even if it's named", async () => {
    const { status, stderr } = await lint(['d.txt'], { cwd: folderOf(files) });
    assert.equal(status, 2);
    assert.match(stderr, /d\.txt/);
  });
  test('includes the same file only once', async () =>
    assert.deepEqual(await names(['a.yaml', './a.yaml', '*.yaml'], folderOf({ 'a.yaml': bad })), ['a.yaml']));
  test('can be standard input', async () => {
    const { status, stdout } = await lint(['--format', 'json', '-'], { input: bad });
    assert.equal(status, 1);
    assert.deepEqual(
      problems(stdout).map(({ file }) => file),
      ['<stdin>'],
    );
  });
  test('relates documents of one file or of standard input without reporting missing resources', async () => {
    const configMap = (name: string, ...data: string[]) =>
      [
        `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: openshift-sandboxed-containers-operator\ndata:`,
        ...data,
        '',
      ].join('\n  ');
    const pod =
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    io.katacontainers.config.hypervisor.machine_type: m5.4xlarge\nspec:\n  runtimeClassName: kata-remote\n  containers:\n    - name: web\n      image: quay.io/example/web\n';
    const stream = [pod, configMap('peer-pods-cm', 'PODVM_INSTANCE_TYPES: t3.medium', 'CLOUD_PROVIDER: aws')].join(
      '---\n',
    );
    const refused = (stdout: string) => rulesOf(stdout).filter((rule) => rule === 'osc/pod-machine-type-not-allowed');
    assert.equal(refused((await lint(['--format', 'json', '-'], { input: stream })).stdout).length, 2);
    assert.equal(
      refused((await lint(['--format', 'json', 'a.yaml'], { cwd: folderOf({ 'a.yaml': stream }) })).stdout).length,
      2,
    );
    const alone = [
      configMap('osc-feature-gates', 'layeredImageDeployment: "true"'),
      configMap('peer-pods-cm', 'VXLAN_PORT: "9000"'),
      `${head}spec:\n  enablePeerPods: true\n`,
    ];
    for (const input of alone)
      assert.deepEqual(rulesOf((await lint(['--format', 'json', '-'], { input })).stdout), [], input);
  });
  test('reports missing and duplicate resources for a whole folder', async () => {
    const peerPods = `${head}spec:\n  enablePeerPods: true\n`;
    assert.deepEqual(
      rulesOf((await lint(['--format', 'json', '.'], { cwd: folderOf({ 'a.yaml': peerPods }) })).stdout),
      ['osc/kataconfig-peerpods-missing-cm'],
    );
    assert.deepEqual(
      rulesOf((await lint(['--format', 'json', 'a.yaml'], { cwd: folderOf({ 'a.yaml': peerPods }) })).stdout),
      [],
    );
    assert.deepEqual(
      rulesOf(
        (
          await lint(['--format', 'json', '.'], {
            cwd: folderOf({ 'a.yaml': head, 'b.yaml': head.replace('example', 'other') }),
          })
        ).stdout,
      ),
      ['osc/kataconfig-singleton', 'osc/kataconfig-singleton'],
    );
  });
});

describe('unreadable input', () => {
  const cases: readonly [name: string, argument: string, files: Record<string, string | Buffer>, said: RegExp][] = [
    ['missing file', 'nope.yaml', {}, /can't read nope\.yaml: no such file/],
    ['glob without a match', 'x/*.yaml', {}, /can't read x\/\*\.yaml: no matching files/],
    ['invalid UTF-8', 'a.yaml', { 'a.yaml': Buffer.from([0x6b, 0xff, 0xfe]) }, /can't read a\.yaml: not UTF-8/],
    ['UTF-16', 'a.yaml', { 'a.yaml': Buffer.from(`\uFEFF${bad}`, 'utf16le') }, /can't read a\.yaml: not UTF-8/],
    [
      'UTF-16 without a byte order mark',
      'a.yaml',
      { 'a.yaml': Buffer.from(bad, 'utf16le') },
      /can't read a\.yaml: .*NUL/,
    ],
    ['NUL characters', 'a.yaml', { 'a.yaml': `${bad}\0` }, /can't read a\.yaml: .*NUL/],
  ];
  for (const [name, argument, files, said] of cases) {
    test(`is reported and exits with 2: ${name}`, async () => {
      const { status, stderr } = await lint([argument], { cwd: folderOf(files) });
      assert.equal(status, 2);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /\n {4}at /);
    });
  }
  test("doesn't prevent the check of other files", async () => {
    const { status, stdout } = await lint(['nope.yaml', 'a.yaml'], { cwd: folderOf({ 'a.yaml': bad }) });
    assert.equal(status, 2);
    assert.match(stdout, /a\.yaml:6:13/);
  });
});

describe('folder without YAML files', () => {
  const said = 'osc-tools: nothing to check in empty\n';
  test('is reported and exits with 2 if there are no other files', async () => {
    const cwd = folderOf({ 'empty/a.txt': bad, 'empty/node_modules/a.yaml': bad });
    assert.deepEqual(await lint(['empty'], { cwd }), { status: 2, stdout: '0 files checked.\n', stderr: said });
    assert.deepEqual(await lint(['--format', 'json', 'empty'], { cwd }), { status: 2, stdout: '[]\n', stderr: said });
  });
  test('leaves the exit code to the findings in other files', async () => {
    const cwd = folderOf({ 'empty/a.txt': bad, 'a.yaml': clean, 'b.yaml': bad });
    const { status, stderr } = await lint(['empty', 'a.yaml'], { cwd });
    assert.deepEqual([status, stderr], [0, said]);
    assert.equal((await lint(['empty', 'b.yaml'], { cwd })).status, 1);
  });
  test('excludes a folder with an empty YAML file', async () =>
    assert.deepEqual(await lint(['.'], { cwd: folderOf({ 'a.yaml': '' }) }), {
      status: 0,
      stdout: '1 file checked, no problems found.\n',
      stderr: '',
    }));
});

describe('file with too many manifests', () => {
  const large = Array.from({ length: maxManifests + 1 }, () => `---\n${bad}`).join('');
  const next = maxManifests * bad.split('\n').length + 2;
  const said = `is too large. Manifests on line ${next} and later were not checked.\n`;
  test('is reported once', async () => {
    const cwd = folderOf({ 'a.yaml': large, 'b.yaml': clean });
    const rules = ['--rule', 'kataconfig-singleton=off', '--rule', 'kataconfig-loglevel=warning'];
    const { status, stderr } = await lint(['--format', 'json', ...rules, '.'], { cwd });
    assert.deepEqual([status, stderr], [0, `osc-tools: a.yaml ${said}`]);
    assert.equal((await lint([...rules, '--fix', '.'], { cwd })).stderr, `osc-tools: a.yaml ${said}`);
  });
  test('is reported on standard input', async () =>
    assert.equal((await lint(['-'], { input: large })).stderr, `osc-tools: <stdin> ${said}`));
});

describe('osc-tools usage', () => {
  const wrong: readonly (readonly string[])[] = [
    ['lint'],
    ['lint', '--nope', '.'],
    ['lint', '--format', 'xml', '.'],
    ['lint', '--release', '9.9', '.'],
    ['lint', '--rule', 'nope=off', '.'],
    ['lint', '--rule', 'wrong-type=loud', '.'],
    ['lint', '--rule', 'wrong-type', '.'],
    ['schema'],
    ['schema', 'nope'],
    ['schema', 'export'],
    ['schema', 'export', 'a', 'b'],
    ['nope'],
    [],
  ];
  for (const args of wrong) {
    test(`rejects invalid arguments: osc-tools ${args.join(' ')}`, async () => {
      const { status, stderr } = await osc(args);
      assert.equal(status, 2);
      assert.match(stderr, /\w{4}/);
      assert.doesNotMatch(stderr, /\n {4}at /);
    });
  }
  for (const args of [['--help'], ['lint', '--help'], ['schema', 'export', '--help'], ['--version']]) {
    test(`prints to standard output and exits with 0: osc-tools ${args.join(' ')}`, async () => {
      const { status, stdout, stderr } = await osc(args);
      assert.equal(status, 0);
      assert.match(stdout, /\w/);
      assert.equal(stderr, '');
    });
  }
});

describe('lint options', () => {
  test('override rule severities with --rule', async () => {
    const severity = async (...args: string[]) => {
      const { status, stdout } = await lint(['--format', 'json', ...args, '-'], { input: bad });
      return [status, ...problems(stdout).map((problem) => problem.severity)];
    };
    assert.deepEqual(await severity('--rule', 'kataconfig-loglevel=warning'), [0, 'warning']);
    assert.deepEqual(await severity('--rule', 'osc/kataconfig-loglevel=off'), [0]);
    assert.deepEqual(await severity('--rule', 'wrong-type=off', '--rule', 'kataconfig-loglevel=info'), [0, 'info']);
  });
  test('accept known releases with --release', async () => {
    for (const release of ['1.5', 'v1.12'])
      assert.equal((await lint(['--release', release, '-'], { input: clean })).status, 0);
  });
  test('include hints with --hints', async () => {
    assert.deepEqual(rulesOf((await lint(['--format', 'json', '--hints', '-'], { input: clean })).stdout), [
      'osc/kataconfig-reboot',
    ]);
  });
});

describe('lint --fix', () => {
  const mistakes = `${head}  namespace: x\nspec:\n  logLevel: Debug # why\n  enablePeerpods: on\n`;
  const fixed = `${head}spec:\n  logLevel: debug # why\n  enablePeerPods: on\n`;
  for (const [name, vary] of [
    ['LF line endings', (text: string) => text],
    ['CRLF line endings', (text: string) => text.replaceAll('\n', '\r\n')],
    ['byte order mark', (text: string) => `\uFEFF${text}`],
  ] as const) {
    test(`fixes files and leaves clean files unchanged: ${name}`, async () => {
      const cwd = folderOf({ 'a.yaml': vary(mistakes), 'b.yaml': vary(clean) });
      const { status, stdout } = await lint(['--fix', 'a.yaml', 'b.yaml'], { cwd });
      assert.equal(status, 0);
      assert.match(stdout, /kataconfig-loglevel-debug/);
      assert.equal(readFileSync(path.join(cwd, 'a.yaml'), 'utf8'), vary(fixed));
      assert.equal(readFileSync(path.join(cwd, 'b.yaml'), 'utf8'), vary(clean));
      await lint(['--fix', 'a.yaml'], { cwd });
      assert.equal(readFileSync(path.join(cwd, 'a.yaml'), 'utf8'), vary(fixed));
    });
  }
  test('keeps a byte order mark on standard input', async () => {
    const { stdout } = await lint(['--fix', '-'], { input: `\uFEFF${mistakes}` });
    assert.equal(stdout, `\uFEFF${fixed}`);
  });
  test('writes fixed standard input to standard output', async () => {
    const { status, stdout, stderr } = await lint(['--fix', '-'], { input: mistakes });
    assert.equal(status, 0);
    assert.equal(stdout, fixed);
    assert.match(stderr, /kataconfig-loglevel-debug/);
  });
  test("doesn't change text that it can't fix", async () => {
    const { status, stdout } = await lint(['--fix', '-'], { input: `${head}spec: [\n` });
    assert.equal(status, 1);
    assert.equal(stdout, `${head}spec: [\n`);
  });
});

test('lint exits quietly when the reader closes its output', async () => {
  const cwd = folderOf(
    Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        `f${index}.yaml`,
        `${head}spec:\n${Array.from({ length: 100 }, (__, n) => `  x${n}: 1\n`).join('')}`,
      ]),
    ),
  );
  const child = spawn(process.execPath, [path.join(dist, 'cli.js'), 'lint', '.'], { cwd, env: english });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
  child.stdout.once('data', () => child.stdout.destroy());
  const [status] = await once(child, 'close');
  // With `set -o pipefail`, `| head` must not hide the errors.
  assert.equal(status, 1);
  assert.equal(stderr, '');
});
