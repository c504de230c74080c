/** Runs a simulated cluster in its own process, which a test can kill or freeze. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { after } from 'node:test';
import { isJsonText } from '#core/common/json.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { Session } from '../session/session.ts';

export interface SimulatorProcess {
  /** Kills the process, which simulates a crash. */
  kill(): Promise<void>;
  /** Suspends the process. Its connections stay open, but the cluster doesn't respond. */
  freeze(): void;
  /** Resumes the process. */
  thaw(): void;
}

/**
 * Runs simulated clusters for a suite. Call it in `describe`, so that the processes end with the suite.
 * @returns a function that starts a cluster and replaces the kubeconfig of the session with the one of the cluster
 */
export function useSimulatorProcesses(session: () => Session): (scenario: string) => Promise<SimulatorProcess> {
  const running: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of running) await end();
  });
  return async (scenario) => {
    const child = spawn(process.execPath, ['server/src/cli/main.ts', 'simulate', '--scenario', scenario], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    };
    running.push(kill);
    let kubeconfig = '';
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (kubeconfig += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    // The simulator prints the kubeconfig, and then a message that it is ready.
    while (!said.includes('Ctrl+C') || !isJsonText(kubeconfig)) {
      if (child.exitCode !== null) throw new Error(`Can't start the simulator: ${said}`);
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'exit')]);
    }
    writeFileSync(session().kubeconfig, kubeconfig, { mode: 0o600 });
    return { kill, freeze: () => void child.kill('SIGSTOP'), thaw: () => void child.kill('SIGCONT') };
  };
}
