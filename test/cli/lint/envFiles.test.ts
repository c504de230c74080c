/**
 * Tests that `osc-tools lint` checks the env files that a kustomization references: only those in its folder, reported
 * under their own names.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, lint } from '../osc.ts';

interface Problem {
  readonly file: string;
  readonly rule: string;
  readonly line: number;
  readonly column: number;
}

const kustomization = (...names: readonly string[]) =>
  `kind: Kustomization\nconfigMapGenerator:\n  - name: peer-pods-cm\n    envs: ${JSON.stringify(names)}\n    literals: [VXLAN_PORT=9000]\ngeneratorOptions:\n  disableNameSuffixHash: true\n`;
const bad = '# for AWS\nCLOUD_PROVIDER=aws\nDISABLECVM=yes\n';

/** Returns the findings of `osc-tools lint`, its exit code, and its standard error. */
async function found(cwd: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = await lint(['--format', 'json', ...args], { cwd });
  const problems = JSON.parse(stdout) as Problem[];
  return {
    status,
    stderr,
    problems: problems.map(({ file, rule, line, column }) => `${file}:${line}:${column} ${rule}`),
  };
}

describe('env file check', () => {
  test('reports files that no kustomization references as not checked', async () => {
    const cwd = folderOf({ 'kustomization.yaml': kustomization('a.env'), 'a.env': bad, 'b.env': bad });
    const said = (name: string) =>
      `osc-tools: ${name} was not checked because no kustomization among these files names it. Check its folder instead.\n`;
    assert.deepEqual(await lint(['a.env'], { cwd }), {
      status: 2,
      stdout: '0 files checked.\n',
      stderr: said('a.env'),
    });
    assert.equal((await lint(['kustomization.yaml', 'a.env', 'b.env'], { cwd })).stderr, said('b.env'));
    assert.equal((await lint(['.'], { cwd })).stderr, '');
  });
  test('includes the env files of a folder and of a kustomization', async () => {
    const cwd = folderOf({
      'k/kustomization.yaml': kustomization('peer-pods.env', 'deep/er/.env'),
      'k/peer-pods.env': bad,
      'k/deep/er/.env': 'VXLAN_PORT=x\n',
      'k/other.env': bad,
    });
    const problems = [
      `${path.join('k', 'peer-pods.env')}:3:12 osc/ppcm-bool`,
      `${path.join('k', 'deep', 'er', '.env')}:1:12 osc/ppcm-int`,
    ];
    assert.deepEqual(await found(cwd, '.'), { status: 0, stderr: '', problems });
    assert.deepEqual(await found(cwd, 'k/kustomization.yaml'), { status: 0, stderr: '', problems });
    assert.deepEqual(await found(cwd, 'k/kustomization.yaml', 'k/peer-pods.env'), {
      status: 0,
      stderr: '',
      problems: problems.toSorted().toReversed(),
    });
    assert.match((await lint(['k/kustomization.yaml'], { cwd })).stdout, /^3 files checked: /m);
  });
  test('uses the cloud provider in literals of the same generator', async () => {
    const beside = (provider: string) =>
      kustomization('a.env').replace('VXLAN_PORT=9000', `CLOUD_PROVIDER=${provider}`);
    const cwd = folderOf({
      'k/kustomization.yaml': beside('aws'),
      'k/a.env': 'AWS_REGION=us-east-2\nAZURE_REGION=eastus\n',
    });
    assert.deepEqual((await found(cwd, '.')).problems, [`${path.join('k', 'a.env')}:2:1 osc/ppcm-foreign-key`]);
  });
  test('applies the cloud provider in the file to literals of the same generator', async () => {
    const cwd = folderOf({
      'kustomization.yaml': kustomization('a.env').replace('VXLAN_PORT=9000', 'AZURE_REGION=eastus'),
      'a.env': 'CLOUD_PROVIDER=aws\n',
    });
    assert.deepEqual((await found(cwd, '.')).problems, ['kustomization.yaml:5:16 osc/ppcm-foreign-key']);
  });
  test('fixes invalid lines, except the cloud provider', async () => {
    const cwd = folderOf({
      'kustomization.yaml': kustomization('a.env'),
      'a.env': 'export CLOUD_PROVIDER=aws\r\nAWS_REGION = us-east-2\r\nPROXY_TIMEOUT="5m"\r\n',
    });
    assert.equal((await lint(['--fix', '.'], { cwd })).status, 1);
    // `--fix` keeps the `export` of this line. Every other key depends on the cloud provider, so a fix must not set it
    // unasked.
    assert.equal(
      readFileSync(path.join(cwd, 'a.env'), 'utf8'),
      'export CLOUD_PROVIDER=aws\r\nAWS_REGION=us-east-2\r\nPROXY_TIMEOUT=5m\r\n',
    );
  });
  test('fixes values and keeps CRLF line endings', async () => {
    const cwd = folderOf({ 'kustomization.yaml': kustomization('a.env'), 'a.env': bad.replaceAll('\n', '\r\n') });
    assert.deepEqual(await found(cwd, '--fix', '.'), { status: 0, stderr: '', problems: [] });
    assert.equal(readFileSync(path.join(cwd, 'a.env'), 'utf8'), bad.replace('yes', 'true').replaceAll('\n', '\r\n'));
  });
  test('reports a missing file, and ignores folders, links, and files outside the folder', async () => {
    const cwd = folderOf({
      'k/kustomization.yaml': kustomization(
        'gone.env',
        '../up.env',
        'folder',
        'link.env',
        'linked/a.env',
        'b/../../up.env',
      ),
      'up.env': bad,
      'elsewhere/a.env': bad,
    });
    mkdirSync(path.join(cwd, 'k/folder'));
    symlinkSync('../up.env', path.join(cwd, 'k/link.env'));
    symlinkSync('../elsewhere', path.join(cwd, 'k/linked'));
    const { status, problems } = await found(cwd, 'k');
    const missing = `${path.join('k', 'kustomization.yaml')}:4:12 osc/kustomize-missing-file`;
    assert.deepEqual([status, problems], [1, [missing]]);
  });
  test('reports a missing file for a Secret as information', async () => {
    const cwd = folderOf({
      'kustomization.yaml':
        'kind: Kustomization\nsecretGenerator:\n  - name: peer-pods-secret\n    envs: [secret.env]\ngeneratorOptions:\n  disableNameSuffixHash: true\n',
    });
    const { status, stdout } = await lint(['.'], { cwd });
    assert.equal(status, 0);
    assert.match(stdout, /^kustomization\.yaml:4:12: info: .* \[osc\/kustomize-missing-file\]$/m);
  });
  test("reports a file that isn't UTF-8 text", async () => {
    const cwd = folderOf({ 'kustomization.yaml': kustomization('a.env'), 'a.env': Buffer.from([0xff, 0xfe, 0x41]) });
    const { status, stderr } = await found(cwd, '.');
    assert.equal(status, 2);
    assert.equal(stderr, "osc-tools: can't read a.env: not UTF-8 text\n");
  });
  test("doesn't print the values of a Secret", async () => {
    const secret = 'kind: Kustomization\nsecretGenerator:\n  - name: peer-pods-secret\n    env: secret.env\n';
    const cwd = folderOf({
      'kustomization.yaml': secret,
      'secret.env': 'AWS_ACCESS_KEY_ID=<hidden>\nAWS_SECRET_ACCES_KEY=hidden\n',
    });
    const { stdout, stderr } = await lint(['--hints', '.'], { cwd });
    assert.match(stdout, /^secret\.env:1:/m);
    assert.doesNotMatch(stdout + stderr, /hidden/);
  });
});
