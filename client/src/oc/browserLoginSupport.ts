/** Determines whether `oc login --web` can log in from this window. Doesn't use VS Code. */
import process from 'node:process';
import { runProgram } from '../kubernetes/auth/runProgram.ts';
import type { Clock } from '../kubernetes/clock.ts';
import { findWorkingFolder } from '../processes/homeFolder.ts';
import { ocEnv } from './ocEnv.ts';

/** Time limit for `oc login --help` in milliseconds. The command doesn't use the network. */
const patience = 5000;

/**
 * Returns whether the browser can reach `oc`. The browser sends the token to localhost, so both must run on the same
 * computer.
 * @param remoteName name of the remote extension host. Undefined if the window is local
 */
export function isLocalWindow({
  isDesktop,
  remoteName,
}: {
  readonly isDesktop: boolean;
  readonly remoteName: string | undefined;
}): boolean {
  return isDesktop && remoteName === undefined;
}

/** Returns whether this version of `oc` has the option `--web`, according to its help. */
export async function supportsBrowserLogin(program: string, clock: Clock): Promise<boolean> {
  const help = await runProgram(
    { argv: [program, 'login', '--help'], env: ocEnv(process.env, []), folder: findWorkingFolder() },
    clock,
    patience,
  );
  return help.ok && /^\s*(?:-w, )?--web\b/m.test(help.value);
}
