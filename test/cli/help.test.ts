/**
 * Tests the help of every command: its line in the list, its exit codes, examples, and documentation link, and the
 * hints after usage errors.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { endpointNames } from '#core/agent/endpoints/endpoints.ts';
import { scenarioNamed, simulate } from '#simulator/main.ts';
import { currentContext } from '../support/cluster/apiClient.ts';
import { dist } from '../support/lsp/editor.ts';
import { clean, english, folderOf, node, osc } from './osc.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Help {
  /** Command name and subcommands after `osc-tools`. */
  readonly command: readonly string[];
  readonly text: string;
  readonly subcommands: readonly string[];
  readonly exitCodes: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

/** Returns the lines after a title, up to the next blank line, without indentation. */
function below(text: string, title: string): readonly string[] {
  const lines = text.split('\n');
  const start = lines.indexOf(title);
  if (start === -1) return [];
  const end = lines.indexOf('', start);
  return lines.slice(start + 1, end === -1 ? undefined : end).map((line) => line.replace(/^ {2}/, ''));
}

async function helpOf(...command: readonly string[]): Promise<Help> {
  const { status, stdout, stderr } = await osc([...command, '--help']);
  assert.deepEqual([status, stderr], [0, ''], command.join(' '));
  return {
    command,
    text: stdout,
    subcommands: below(stdout, 'Commands:').flatMap((line) => /^(?!help )([\w-]+) {2,}\S/.exec(line)?.[1] ?? []),
    exitCodes: Object.fromEntries(below(stdout, 'Exit codes:').map((line) => line.split('  '))) as Readonly<
      Record<string, string>
    >,
    examples: below(stdout, 'Examples:'),
  };
}

async function all(...command: readonly string[]): Promise<readonly Help[]> {
  const help = await helpOf(...command);
  const nested = await Promise.all(help.subcommands.map((name) => all(...command, name)));
  return [help, ...nested.flat()];
}

describe('osc-tools --help', () => {
  let helps: readonly Help[] = [];
  let commands: readonly Help[] = [];
  before(async () => {
    helps = await all();
    commands = helps.slice(1);
  });

  test('has one line for each command', () => {
    const [top] = helps;
    assert.ok(top !== undefined && commands.length > 20);
    assert.deepEqual(top.subcommands, [
      'lint',
      'policy',
      'initdata',
      'schema',
      'preflight',
      'must-gather',
      'explain',
      'mcp',
      'runbook',
      'simulate',
    ]);
    for (const { command, text, subcommands } of helps) {
      const lines = below(text, 'Commands:');
      assert.equal(
        lines.length,
        subcommands.length === 0 ? 0 : subcommands.length + 1,
        `${command.join(' ')}: one line each, and one for help`,
      );
      for (const line of lines) assert.match(line, /^[\w-]+ +\S.*\.$/);
    }
    assert.ok(top.text.split('\n').length < 40, top.text);
  });

  test('has exit codes and examples for each command, and links to the documentation', () => {
    for (const { command, text, exitCodes, examples } of commands) {
      const name = command.join(' ');
      assert.ok('0' in exitCodes && '2' in exitCodes, `${name}: ${JSON.stringify(exitCodes)}`);
      assert.ok(
        examples.length > 0 && examples.every((example) => example.startsWith(`osc-tools ${name.split(' ')[0]}`)),
        name,
      );
      // Exit codes belong in their own section, not in the description.
      assert.doesNotMatch(text, /Exit code \d/);
    }
    for (const { command, text } of helps) {
      const [, file = ''] = /^Documentation: (.+)$/m.exec(text) ?? [];
      assert.ok(existsSync(file), `${command.join(' ')}: ${file}`);
    }
  });

  test('names pages and headings that exist in docs/', () => {
    const sources = [
      'lint',
      'policy',
      'policyTable',
      'policyEval',
      'policyReplay',
      'policyTest',
      'initdata',
      'initdataVerify',
      'schemaExport',
      'preflight',
    ];
    for (const source of [...sources, 'mustGather', 'explain', 'mcp', 'runbook', 'simulate']) {
      const text = readFileSync(path.join(root, 'server/src/cli/commands', `${source}.ts`), 'utf8');
      const pages = [...text.matchAll(/'([\w-]+\.md)(?:#([\w-]+))?'/g)];
      assert.ok(pages.length > 0, source);
      for (const [, page = '', anchor] of pages) {
        const headings = readFileSync(path.join(root, 'docs', page), 'utf8').matchAll(/^#+ (.+)$/gm);
        const anchors = Array.from(headings, ([, heading = '']) =>
          heading
            .toLowerCase()
            .replaceAll(/[^\w\- ]/g, '')
            .replaceAll(' ', '-'),
        );
        if (anchor !== undefined) assert.ok(anchors.includes(anchor), `${page}#${anchor}`);
      }
    }
  });

  test('agrees with docs/command-line.md on the commands and their exit codes', () => {
    const page = readFileSync(path.join(root, 'docs/command-line.md'), 'utf8');
    // prettier-ignore
    const cells = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim()).slice(1, -1);
    // prettier-ignore
    const rows = page.split('\n').filter((line) => /^\| `[a-z -]+` +\| .* \| .* \| .* \|$/.test(line)).map(cells);
    const leaves = commands.filter(({ subcommands }) => subcommands.length === 0);
    assert.deepEqual(
      rows,
      leaves.map(({ command, exitCodes }) => [
        `\`${command.join(' ')}\``,
        ...['0', '1', '2'].map((code) => exitCodes[code] ?? ''),
      ]),
    );
  });

  test('has examples that run', { skip: process.platform === 'win32', timeout: 300_000 }, async () => {
    const files = await exampleFiles();
    after(files.close);
    const queue = commands.flatMap(({ exitCodes, examples }) => examples.map((example) => ({ example, exitCodes })));
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { status, output } = await runExample(next.example, files.folder, files.bin);
        const expected = Object.keys(next.exitCodes).filter((code) => code !== '2');
        assert.ok(expected.includes(String(status)), `${next.example} exits with ${status}: ${output}`);
      }
    };
    await Promise.all([lane(), lane(), lane()]);
  });
});

interface ExampleFiles {
  readonly folder: string;
  /** Folder that contains `osc-tools`, for `PATH`. */
  readonly bin: string;
  readonly close: () => Promise<void>;
}

/** Creates the files that the examples use, and starts the cluster of their context. */
async function exampleFiles(): Promise<ExampleFiles> {
  const scenario = scenarioNamed('two-workers');
  assert.ok(scenario !== undefined);
  const simulation = await simulate({ scenario, speed: 60 });
  const context = currentContext(simulation.kubeconfig);
  const sample = (name: string): string => readFileSync(path.join(root, 'samples/osc-1.12-aws', name), 'utf8');
  const policy = sample('allowed-commands.rego');
  const initdata = sample('initdata.toml');
  const folder = folderOf({
    kubeconfig: simulation.kubeconfig.replaceAll(context, 'demo'),
    'manifests/kataconfig.yaml': clean,
    'manifests/policy.rego': policy,
    'kataconfig.yaml': clean,
    'policy.rego': policy,
    'other.rego': sample('policy.rego'),
    'request.json': '{}',
    'policy.txt': sample('policy.txt'),
    'policy.policy-test.yaml': sample('allowed-commands.policy-test.yaml').replaceAll(
      'allowed-commands.rego',
      'policy.rego',
    ),
    'initdata.toml': initdata,
    'initdata.txt': (await osc(['initdata', 'encode', '-'], { input: initdata })).stdout,
    'status.yaml': `${clean}status:\n  conditions:\n  - type: InProgress\n    status: "False"\n`,
  });
  for (const [name, from] of [
    ['must-gather.before', 'two-workers'],
    ['must-gather.local', 'sandboxes-fail'],
  ] as const)
    assert.equal((await osc(['simulate', '--scenario', from, '--must-gather', path.join(folder, name)])).status, 0);
  const bin = folderOf({});
  writeFileSync(path.join(bin, 'osc-tools'), `#!/bin/sh\nexec "${node}" "${path.join(dist, 'cli.js')}" "$@"\n`, {
    mode: 0o755,
  });
  return { folder, bin, close: simulation.close };
}

/** Runs an example in a shell, in its own copy of the files. Sends SIGINT to a command that runs until Ctrl+C. */
async function runExample(
  example: string,
  files: string,
  bin: string,
): Promise<{ readonly status: number | null; readonly output: string }> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'osc-example-'));
  try {
    // Examples write files, so each gets a copy. Must-gathers are only read and are too large to copy each time.
    cpSync(files, cwd, { recursive: true, filter: (file) => !path.basename(file).startsWith('must-gather.') });
    for (const name of ['must-gather.before', 'must-gather.local'])
      symlinkSync(path.join(files, name), path.join(cwd, name));
    const env = {
      ...english,
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      KUBECONFIG: path.join(cwd, 'kubeconfig'),
    };
    const child = spawn('/bin/sh', ['-c', `exec ${example}`], { cwd, env });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      output += data;
      if (output.includes('press Ctrl+C.')) child.kill('SIGINT');
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end();
    const [status] = await once(child, 'close');
    return { status: typeof status === 'number' ? status : null, output };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

describe('wrong usage', () => {
  test('names the help of the command', async () => {
    for (const command of [
      'lint',
      'policy eval',
      'policy table',
      'schema export',
      'must-gather compare',
      'preflight',
      'runbook install --cluster x',
    ]) {
      const { status, stderr } = await osc(command.split(' '));
      assert.equal(status, 2, command);
      const named = command.replace(/ --.*$/, '');
      assert.match(stderr, new RegExp(`^Run "osc-tools ${named} --help" for usage, exit codes, and examples\\.$`, 'm'));
      const [, help = ''] = /"osc-tools (.+) --help"/.exec(stderr) ?? [];
      assert.equal((await osc([...help.split(' '), '--help'])).status, 0, 'the hint works');
    }
    assert.match((await osc(['nope'])).stderr, /^Run "osc-tools --help" for usage/m);
  });

  test('lists the endpoints if --endpoint is missing', async () => {
    for (const args of [
      ['policy', 'eval'],
      ['policy', 'eval', 'policy.rego'],
    ]) {
      // prettier-ignore
      const { status, stderr } = await osc(args);
      assert.equal(status, 2);
      assert.match(stderr, /--endpoint <name>' not specified\nEndpoints: /);
      for (const name of endpointNames) assert.ok(stderr.includes(name), name);
    }
    assert.doesNotMatch((await osc(['policy', 'eval', '--endpoint', 'ExecProcessRequest'])).stderr, /Endpoints/);
  });

  test('never reports that nothing was found after an error', async () => {
    const cwd = folderOf({ 'clean.yaml': clean, 'empty/readme.txt': '' });
    for (const [paths, files] of [
      [['missing-folder'], '0 files'],
      [['missing-folder', 'clean.yaml'], '1 file'],
      [['empty'], '0 files'],
    ] as const) {
      const { status, stdout } = await osc(['lint', ...paths], { cwd });
      assert.deepEqual([status, stdout], [2, `${files} checked.\n`]);
    }
    assert.equal((await osc(['lint', 'clean.yaml'], { cwd })).stdout, '1 file checked, no problems found.\n');
  });
});
