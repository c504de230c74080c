/** Runs `oc login --web` in a terminal. `oc` receives the token from the browser and saves it in the kubeconfig. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { env, UIKind, window } from 'vscode';
import { realClock } from '#client/kubernetes/clock.ts';
import { isLocalWindow, supportsBrowserLogin } from '#client/oc/browserLoginSupport.ts';
import { usableOc } from '#client/oc/usableOc.ts';
import { findWorkingFolder } from '#client/processes/homeFolder.ts';
import type { ExtensionSettings } from '#client/vscode/settings.ts';
import { createLoginCommand } from '../state/loginCommand.ts';
import type { ContextInfo } from '../state/contextInfo.ts';

/**
 * Returns whether to offer `oc login --web`: the window must be local, and the installed `oc` must have the option. In
 * a browser or remote window, `oc` isn't run.
 */
export async function canLogInWithBrowser({ settings }: { readonly settings: ExtensionSettings }): Promise<boolean> {
  if (!isLocalWindow({ isDesktop: env.uiKind === UIKind.Desktop, remoteName: env.remoteName })) return false;
  const oc = await usableOc({ settings, clock: realClock });
  return oc.ok && supportsBrowserLogin(oc.value.path, realClock);
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
  if (!(await supportsBrowserLogin(oc.value.path, realClock)))
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
