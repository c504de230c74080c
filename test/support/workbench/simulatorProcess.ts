/** A simulated cluster in a process of its own, which a test can kill or freeze. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { after } from 'node:test';
import { root } from '../../../scripts/lib/run.ts';
import type { Session } from './session.ts';

export interface SimulatorProcess {
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Stops it: connections stay open, and nothing is answered. */
  freeze(): void;
  /** Lets it continue. */
  thaw(): void;
}

/**
 * Call it inside of `describe`: the processes end with the suite.
 * @returns starts a cluster, whose kubeconfig replaces the one of the session
 */
export function useSimulatorProcesses(session: () => Session): (scenario: string) => Promise<SimulatorProcess> {
  const running: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of running) await end();
  });
  return async (scenario) => {
    const child = spawn(process.execPath, ['server/src/cli/main.ts', 'simulate', '--scenario', scenario], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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
    // It prints the kubeconfig, then that it answers.
    while (!said.includes('Ctrl+C') || !isWhole(kubeconfig)) {
      if (child.exitCode !== null) throw new Error(`The simulator did not start: ${said}`);
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'exit')]);
    }
    writeFileSync(session().kubeconfig, kubeconfig, { mode: 0o600 });
    return { kill, freeze: () => void child.kill('SIGSTOP'), thaw: () => void child.kill('SIGCONT') };
  };
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
