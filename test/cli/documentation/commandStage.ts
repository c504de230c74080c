/** Runs commands of the help and of the documentation in a shell, on copies of example files. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { scenarioNamed, simulate } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { dist } from '#test/support/lsp/editor.ts';
import { clean, english, folderOf, node, osc } from '../osc.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: web
          image: quay.io/example/web:1.0
`;

/** Result of a command. */
export interface CommandRun {
  readonly status: number | null;
  readonly output: string;
}

/** Example files, and a simulated cluster with the context `demo`. */
export class CommandStage {
  /** Folder that contains `osc-tools`, for `PATH`. */
  readonly #bin: string;
  readonly #files: string;
  /** Must-gathers by name. Commands only read them, and they are too large to copy for each command. */
  readonly #mustGathers: Readonly<Record<string, string>>;
  readonly #close: () => Promise<void>;

  private constructor(
    bin: string,
    files: string,
    mustGathers: Readonly<Record<string, string>>,
    close: () => Promise<void>,
  ) {
    [this.#bin, this.#files, this.#mustGathers, this.#close] = [bin, files, mustGathers, close];
  }

  /**
   * Creates the files that the examples of the help use.
   * @param more further files
   * @param executables further executables, as shell scripts by name
   */
  static async create(
    more: Readonly<Record<string, string>> = {},
    executables: Readonly<Record<string, string>> = {},
  ): Promise<CommandStage> {
    const scenario = scenarioNamed('two-workers');
    assert.ok(scenario !== undefined);
    const simulation = await simulate({ scenario, speed: 60 });
    const { store, resources } = simulation;
    // An example waits for the pods in this namespace.
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'payments' } };
    assert.ok(store.create(resources.need('', 'namespaces'), namespace).ok);
    const kubeconfig = simulation.kubeconfig.replaceAll(currentContext(simulation.kubeconfig), 'demo');
    const files = folderOf({ ...(await exampleFiles()), kubeconfig, ...more });
    const bin = folderOf({});
    const scripts = { 'osc-tools': `exec "${node}" "${path.join(dist, 'cli.js')}" "$@"`, ...executables };
    for (const [name, script] of Object.entries(scripts))
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return new CommandStage(bin, files, await createMustGathers(), simulation.close);
  }

  /** Runs commands one after the other in a new copy of the files, and returns their results. */
  async run(commands: readonly string[]): Promise<readonly CommandRun[]> {
    const cwd = mkdtempSync(path.join(tmpdir(), 'osc-example-'));
    try {
      cpSync(this.#files, cwd, { recursive: true });
      for (const [name, target] of Object.entries(this.#mustGathers)) symlinkSync(target, path.join(cwd, name));
      const results: CommandRun[] = [];
      for (const command of commands) results.push(await this.#runIn(cwd, command));
      return results;
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }

  /** Runs a command in a shell. Sends SIGINT to a command that runs until Ctrl+C. */
  async #runIn(cwd: string, command: string): Promise<CommandRun> {
    const env = {
      ...english,
      PATH: `${this.#bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      KUBECONFIG: path.join(cwd, 'kubeconfig'),
      // Commands record in this folder what they create on a cluster.
      XDG_STATE_HOME: path.join(cwd, 'state'),
    };
    const child = spawn('/bin/sh', ['-c', `exec ${command}`], { cwd, env });
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
  }

  close(): Promise<void> {
    return this.#close();
  }
}

async function exampleFiles(): Promise<Readonly<Record<string, string>>> {
  const unitTest =
    'package agent_policy\n\nimport future.keywords.if\n\ntest_start if CreateContainerRequest with input as {}\n';
  const sample = (name: string): string => readFileSync(path.join(root, 'samples/osc-1.12-aws', name), 'utf8');
  const policy = sample('allowed-commands.rego');
  const initdata = sample('initdata.toml');
  return {
    'manifests/kataconfig.yaml': clean,
    'manifests/policy.rego': policy,
    'kataconfig.yaml': clean,
    'policy.rego': policy,
    'other.rego': sample('policy.rego'),
    'request.json': '{}',
    'exec.json': '{"process": {"Args": ["ls"]}}',
    'policy_test.rego': unitTest,
    'tests/policy_test.rego': unitTest,
    'policy.txt': sample('policy.txt'),
    'policy.policy-test.yaml': sample('allowed-commands.policy-test.yaml').replaceAll(
      'allowed-commands.rego',
      'policy.rego',
    ),
    'my-pod.yaml': sample('my-pod.yaml'),
    'deployment.yaml': deployment,
    'initdata.toml': initdata,
    'initdata.txt': (await osc(['initdata', 'encode', '-'], { input: initdata })).stdout,
    'status.yaml': `${clean}status:\n  conditions:\n  - type: InProgress\n    status: "False"\n`,
  };
}

/** Creates a must-gather without problems and one of failed sandboxes, each as a folder and as an archive. */
async function createMustGathers(): Promise<Readonly<Record<string, string>>> {
  const folder = folderOf({});
  const names = [
    ['before', 'two-workers'],
    ['local', 'sandboxes-fail'],
  ] as const;
  for (const [name, scenario] of names) {
    const { status } = await osc(['simulate', '--scenario', scenario, '--must-gather', path.join(folder, name)]);
    assert.equal(status, 0);
    execFileSync('tar', ['-C', folder, '-czf', path.join(folder, `${name}.tar.gz`), name]);
  }
  const [before, local] = [path.join(folder, 'before'), path.join(folder, 'local')];
  return {
    'must-gather.before': before,
    'must-gather.local': local,
    'must-gather.local.4711': local,
    'must-gather.tar.gz': `${local}.tar.gz`,
    'before.tar.gz': `${before}.tar.gz`,
    after: local,
  };
}
