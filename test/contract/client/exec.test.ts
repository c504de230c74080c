/**
 * Compares commands in containers as the extension runs them with those of kubectl, against the simulator: output byte
 * for byte, input, exit codes, and errors. Skipped without kubectl (`npm test -- contract` downloads it). Real API
 * servers without kubelets can't run commands.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { createExecPod, webCommand } from '#test/support/cluster/execPods.ts';

const kubectl = findKubectl();
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle
  ? "an API server without kubelets can't run commands"
  : kubectl !== undefined
    ? false
    : 'there is no kubectl of 1.27 or newer: npm test -- contract brings one';

interface Run {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly code: number;
}

interface Case {
  readonly title: string;
  readonly command: readonly string[];
  readonly pod?: string;
  readonly container?: string;
  readonly input?: Buffer;
}

const allBytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
const cases: readonly Case[] = [
  { title: 'output', command: ['echo', 'a  b', '"c"', '$x'] },
  { title: 'characters outside ASCII', command: ['echo', '한국어 ünïcödé 🙂'] },
  { title: 'both output streams and an exit code', command: ['sh', '-c', 'echo out; echo err >&2; exit 42'] },
  { title: 'an exit code without output', command: ['false'] },
  { title: 'standard input', command: ['cat'], input: Buffer.from('line\nanother') },
  { title: 'binary standard input of 300 kB', command: ['cat'], input: allBytes },
  { title: 'a script on standard input', command: ['sh'], input: Buffer.from('echo one\nexit 3\n') },
  { title: 'empty standard input', command: ['cat'], input: Buffer.alloc(0) },
];

const policy = Buffer.from('package agent_policy\ndefault ExecProcessRequest := false\n').toString('base64');

describe('commands in containers', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-exec-'));
  const file = path.join(folder, 'kubeconfig');
  const state: { simulation?: Simulation; connection?: Connection } = {};

  before(async () => {
    const simulation = await simulate({ users: [{ name: 'viewer', groups: [] }] });
    state.simulation = simulation;
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    state.connection = await connectAs('');
    createExecPod(simulation, { name: 'web', containers: { app: 'web:1', proxy: 'distroless/proxy:1' } });
    createExecPod(simulation, { name: 'waiting', state: { waiting: { reason: 'ImagePullBackOff' } } });
    createExecPod(simulation, {
      name: 'denied',
      runtimeClass: 'kata',
      annotations: { 'io.katacontainers.config.agent.policy': policy },
    });
  });
  after(async () => {
    state.connection?.close();
    await state.simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function connectAs(user: string): Promise<Connection> {
    const { contexts, current } = await loadKubeconfig({ explicit: file, env: {}, home: folder });
    const context = contexts.find(({ name }) => name === (user === '' ? current : user));
    assert.ok(context !== undefined);
    const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
    return connect(context, { clock: realClock, exec });
  }

  function theirs(
    { command, pod = 'web', container = 'app', input }: Omit<Case, 'title'>,
    options: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<Run> {
    const args = [
      '--kubeconfig',
      file,
      ...options,
      'exec',
      pod,
      '-c',
      container,
      ...(input === undefined ? [] : ['-i']),
    ];
    const child = spawn(kubectl ?? '', [...args, '--', ...command], { env: { ...process.env, HOME: folder, ...env } });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (data: Buffer) => stdout.push(data));
    child.stderr.on('data', (data: Buffer) => stderr.push(data));
    child.stdin.end(input);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        resolve({ stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8'), code: code ?? -1 }),
      );
    });
  }

  /** Runs the command, and writes the end of the process like kubectl. */
  async function ours({ command, input, ...place }: Omit<Case, 'title'>): Promise<Run> {
    assert.ok(state.connection !== undefined);
    const output = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
    const opened = await state.connection.exec?.({
      ...webCommand,
      ...place,
      command,
      stdin: input !== undefined,
      onOutput: (bytes, stream) => void output[stream].push(bytes),
    });
    assert.ok(opened?.ok === true);
    const session = opened.value;
    if (input !== undefined) {
      void session.write(input);
      session.endInput();
    }
    const end = await session.ended;
    const code = end.kind === 'exited' ? end.exitCode : 1;
    const stderr = Buffer.concat(output.stderr).toString('utf8');
    return {
      stdout: Buffer.concat(output.stdout),
      stderr: end.kind === 'exited' && code !== 0 ? `${stderr}command terminated with exit code ${code}\n` : stderr,
      code,
    };
  }

  for (const { title, ...one } of cases)
    test(`have the same ${title} as with kubectl`, async () => {
      const [our, their] = await Promise.all([ours(one), theirs(one)]);
      assert.ok(our.stdout.equals(their.stdout), `${our.stdout.length} and ${their.stdout.length} bytes`);
      assert.deepEqual([our.stderr, our.code], [their.stderr, their.code]);
    });

  test('have the same errors as with kubectl', async () => {
    assert.ok(state.connection !== undefined);
    for (const [pod, container, command] of [
      ['none', 'app', 'sh'],
      ['web', 'none', 'sh'],
      ['waiting', 'app', 'sh'],
      ['denied', 'app', 'sh'],
    ] as const) {
      const their = await theirs({ pod, container, command: [command] });
      const opened = await state.connection.exec?.({
        ...webCommand,
        pod,
        container,
        command: [command],
        onOutput: () => undefined,
      });
      assert.ok(opened !== undefined);
      const end = opened.ok ? await opened.value.ended : undefined;
      const problem = opened.ok ? (end?.kind === 'failed' ? end.problem : undefined) : opened.error;
      const message = problem?.message.replace(/^.*? returned 500: /, '') ?? '';
      assert.notEqual(message, '');
      // kubectl looks for the container before it sends the request.
      assert.ok(their.stderr.includes(message) || pod === 'web', `${message}\n${their.stderr}`);
      assert.equal(their.code, 1, their.stderr);
    }
    assert.match(
      (await theirs({ pod: 'denied', command: ['sh'] })).stderr,
      /"ExecProcessRequest is blocked by policy: "/,
    );
  });

  test('without a shell in the image have the same error as with kubectl', async () => {
    const one = { container: 'proxy', command: ['sh'] };
    const [our, their] = [await ours(one), await theirs(one)];
    assert.equal(our.code, their.code);
    const withoutTime = (text: string): string => text.replace(/time="[^"]*"/, '');
    assert.equal(withoutTime(our.stderr), withoutTime(their.stderr));
    assert.match(their.stderr, /executable file not found in \$PATH/);
  });

  test('are denied to a user without the permission, as with kubectl', async () => {
    const viewer = await connectAs('viewer');
    const opened = await viewer.exec?.({ ...webCommand, command: ['sh'], onOutput: () => undefined });
    viewer.close();
    assert.equal(opened?.ok === false && opened.error.kind, 'forbidden');
    const { stderr, code } = await theirs({ command: ['sh'] }, ['--context', 'viewer']);
    assert.equal(code, 1);
    // kubectl reads the pod first.
    assert.match(stderr, /Forbidden.*cannot get resource "pods"/);
  });

  test('over SPDY get a clear error', async () => {
    const { stderr, code } = await theirs({ command: ['sh'] }, [], { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: 'false' });
    assert.equal(code, 1);
    assert.match(stderr, /the simulator supports pods\/exec only over WebSocket, not over SPDY/);
  });
});
