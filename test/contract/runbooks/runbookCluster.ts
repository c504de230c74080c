/** Runs a runbook with kubectl against a simulated cluster. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { getList, getString } from '#simulator/store/kubeObject.ts';

export interface RunbookCluster {
  readonly simulation: Simulation;
  /** Path of the kubeconfig. */
  readonly kubeconfig: string;
  /** Writes a file next to the kubeconfig and returns its path. */
  write(name: string, text: string): string;
  /** @param input what the user types */
  run(script: string, input?: string, env?: Readonly<Record<string, string>>): Promise<Ran>;
  /**
   * Stops the cluster's time when this pool is no longer up to date, until a client has read the pool. A slow script
   * then doesn't miss the update.
   */
  holdUpdateUntilRead(pool: string): void;
  kubectl(...args: readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}

interface Ran {
  readonly code: number;
  /** Standard output and standard error. */
  readonly said: string;
}

export async function runbookCluster(scenario: Scenario, kubectl: string, speed = 600): Promise<RunbookCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-runbook-'));
  const simulation = await simulate({ scenario, speed });
  writeFileSync(path.join(folder, 'kubeconfig'), simulation.kubeconfig);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    KUBECONFIG: path.join(folder, 'kubeconfig'),
    OC: kubectl,
    POLL: '0.5',
    SETTLE: '3',
  };
  const call = (
    program: string,
    args: readonly string[],
    input: string,
    more: Readonly<Record<string, string>>,
  ): Promise<Ran> =>
    new Promise((resolve) => {
      const child = execFile(
        program,
        args,
        { cwd: folder, env: { ...env, ...more }, maxBuffer: 16 * 1024 * 1024 },
        (error, out, err) => {
          resolve({
            code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
            said: `${out}${err}`,
          });
        },
      );
      // The process can exit before it has read its input.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const holdUpdateUntilRead = (pool: string): void => {
    const { audit, clock, resources, store } = simulation;
    const following = store.watch(
      resources.need('machineconfiguration.openshift.io', 'machineconfigpools'),
      undefined,
      ({ object }) => {
        const updated = getList(object, 'status', 'conditions').find(
          (condition) => getString(condition, 'type') === 'Updated',
        );
        if (!following.ok || object.metadata.name !== pool || getString(updated, 'status') !== 'False') return;
        following.value();
        clock.pace(0);
        let reads = 0;
        const stop = audit.listen(({ method, url }) => {
          if (method !== 'GET' || !url.includes(`/machineconfigpools/${pool}`)) return;
          // The server might have answered the first read before the change.
          reads += 1;
          if (reads < 2) return;
          stop();
          clock.pace(speed);
        });
      },
    );
  };
  return {
    simulation,
    kubeconfig: env.KUBECONFIG,
    write,
    holdUpdateUntilRead,
    run: (script, input = '', more = {}) => call('bash', [write('runbook.sh', script)], input, more),
    kubectl: (...args) => call(kubectl, args, '', {}),
    close: async () => {
      await simulation.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
