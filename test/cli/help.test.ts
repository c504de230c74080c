/**
 * Tests the help of every command: its line in the list, its exit codes, examples, and documentation link, and the
 * hints after usage errors.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { endpointNames } from '#core/agent/endpoints/endpoints.ts';
import { makeStandInOc } from '#test/support/standInOc/standInOc.ts';
import { CommandStage } from './documentation/commandStage.ts';
import { listShellBlocks } from './documentation/shellBlocks.ts';
import { clean, folderOf, osc } from './osc.ts';

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
    exitCodes: Object.fromEntries(below(stdout, 'Exit codes:').map((line) => line.split(/ {2,}/))) as Readonly<
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
      'release',
      'preflight',
      'diff',
      'describe',
      'events',
      'rights',
      'logs',
      'status',
      'wait',
      'must-gather',
      'explain',
      'size',
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
      'policyGenerate',
      'policyAttach',
      'policyDiff',
      'initdata',
      'initdataNew',
      'initdataVerify',
      'initdataAttach',
      'runbookSettings',
      'schemaExport',
      'preflight',
      'diff',
      'describe',
      'events',
      'rights',
      'logs',
      'status',
      'wait',
    ];
    const mustGather = ['mustGather', 'mustGatherCollect', 'mustGatherCleanUp', 'mustGatherPack'];
    for (const source of [...sources, ...mustGather, 'explain', 'mcp', 'runbook', 'simulate']) {
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

  test('agrees with docs/command-line-reference.md on the commands, their exit codes, and examples', () => {
    const page = readFileSync(path.join(root, 'docs/command-line-reference.md'), 'utf8');
    const sections = page.split('\n## ').slice(2);
    const leaves = commands.filter(({ subcommands }) => subcommands.length === 0);
    assert.deepEqual(
      sections.map((section) => ({
        command: section.split('\n', 1)[0],
        exitCodes: Object.fromEntries(
          Array.from(section.matchAll(/^\| (\d+) \| (.*) \|$/gm), ([, code, meaning]) => [code, meaning]),
        ),
        examples: listShellBlocks(section).flatMap((block) => block.commands),
      })),
      leaves.map(({ command, exitCodes, examples }) => ({ command: command.join(' '), exitCodes, examples })),
    );
  });

  test('has examples that run', { skip: process.platform === 'win32', timeout: 300_000 }, async () => {
    const oc = makeStandInOc();
    const stage = await CommandStage.create({}, { oc: `exec "${oc.path}" "$@"` });
    after(async () => {
      await stage.close();
      oc.remove();
    });
    const queue = commands.flatMap(({ exitCodes, examples }) => examples.map((example) => ({ example, exitCodes })));
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [run] = await stage.run([next.example]);
        assert.ok(run !== undefined);
        const expected = Object.keys(next.exitCodes).filter((code) => code !== '2');
        assert.ok(expected.includes(String(run.status)), `${next.example} exits with ${run.status}: ${run.output}`);
      }
    };
    await Promise.all([lane(), lane(), lane()]);
  });
});

describe('wrong usage', () => {
  test('names the help of the command', async () => {
    for (const command of [
      'lint',
      'policy eval',
      'policy table',
      'schema export',
      'must-gather compare',
      'preflight',
      'diff my-pod.yaml',
      'describe',
      'events',
      'rights',
      'runbook install --cluster x',
    ]) {
      const { status, stderr } = await osc(command.split(' '));
      assert.equal(status, 2, command);
      const named = command.replace(/ (?:--|my-).*$/, '');
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
