/** The program that an entry of the kubeconfig wants to be run, as it is shown and told apart. */
import type { ExecEntry } from '../kubeconfig/entries.ts';

/** Shown to the user before it is run. Values of variables are not in it: they may be secrets. */
export interface Command {
  /** The program and its arguments; no shell is between. */
  readonly argv: readonly [string, ...string[]];
  readonly envNames: readonly string[];
  readonly folder: string;
}

export function commandOf({ command, args, env, folder }: ExecEntry): Command {
  return { argv: [command, ...args], envNames: env.map(({ name }) => name), folder };
}

/** Equal for what is the same to run. Holds values of variables: never shown. */
export function keyOf({ command, args, env, folder }: ExecEntry): string {
  return JSON.stringify([command, args, env.map(({ name, value }) => [name, value]), folder]);
}
