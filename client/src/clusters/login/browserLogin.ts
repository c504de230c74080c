/** Runs `oc login --web` in a terminal. `oc` receives the token from the browser and saves it in the kubeconfig. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import process from 'node:process';
import { env, UIKind, window } from 'vscode';
import { runProgram } from '#client/kubernetes/auth/runProgram.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { ocEnv } from '#client/oc/ocEnv.ts';
import { usableOc } from '#client/oc/usableOc.ts';
import { findWorkingFolder } from '#client/processes/homeFolder.ts';
import type { ExtensionSettings } from '#client/vscode/settings.ts';
import { createLoginCommand } from '../state/loginCommand.ts';
import type { ContextInfo } from '../state/contextInfo.ts';

/** Time limit for `oc login --help` in milliseconds. The command doesn't use the network. */
const patience = 15_000;

/**
 * Returns whether the browser can reach `oc`. The browser sends the token to localhost, so both must run on the same
 * computer.
 */
export function canLogInWithBrowser(): boolean {
  return env.uiKind === UIKind.Desktop && env.remoteName === undefined;
}

/**
 * Opens the terminal.
 * @throws if `oc` isn't installed or doesn't support `--web`
 */
export async function runBrowserLogin(
  {
    settings,
    filesOf,
  }: { readonly settings: ExtensionSettings; readonly filesOf: (context: string) => readonly string[] },
  { name, server }: ContextInfo,
): Promise<void> {
  const oc = await usableOc({ settings, clock: realClock });
  if (!oc.ok) throw new Error(oc.error.message);
  if (!(await supportsBrowserLogin(oc.value.path)))
    throw new Error(
      l10n.t`${oc.value.path} doesn't support "oc login --web". Install a newer version, or open the token page.`,
    );
  // Checks that the server is a plain address, which can't be read as an option.
  if (createLoginCommand(server) === undefined)
    throw new Error(l10n.t`The kubeconfig doesn't specify how to connect to this cluster.`);
  const files = filesOf(name);
  const [only, ...more] = files;
  const terminal = window.createTerminal({
    name: 'oc login',
    shellPath: oc.value.path,
    shellArgs: [
      'login',
      '--web',
      `--server=${server}`,
      ...(only !== undefined && more.length === 0 ? [`--kubeconfig=${only}`] : []),
    ],
    cwd: findWorkingFolder(),
    // A single file is an argument.
    env: { KUBECONFIG: more.length > 0 ? files.join(path.delimiter) : null },
    isTransient: true,
  });
  terminal.show();
}

/** Returns whether this version of `oc` has the option, according to its help. */
async function supportsBrowserLogin(program: string): Promise<boolean> {
  const help = await runProgram(
    { argv: [program, 'login', '--help'], env: ocEnv(process.env, []), folder: findWorkingFolder() },
    realClock,
    patience,
  );
  return help.ok && /^\s*(?:-w, )?--web\b/m.test(help.value);
}
