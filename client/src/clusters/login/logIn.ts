/** Lets users log in to a cluster with a token, on the token page, or with `oc login`. */
import * as l10n from '@vscode/l10n';
import { env, Uri, window, workspace } from 'vscode';
import { parseLoginText } from '#core/oc/parseLoginText.ts';
import { resolveKubeconfigSetting } from '#client/kubernetes/kubeconfig/kubeconfigPaths.ts';
import { findHomeFolder } from '#client/processes/homeFolder.ts';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import { copyText } from '#client/vscode/copyText.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { showInput, showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { ExtensionSettings } from '#client/vscode/settings.ts';
import { SolvableError } from '#client/vscode/solvableError.ts';
import type { ContextInfo } from '../state/contextInfo.ts';
import { createLoginCommand } from '../state/loginCommand.ts';
import { isSameServer, type ContextLogins } from './contextLogins.ts';
import { describeLoginText } from './loginTextProblem.ts';
import { canLogInWithBrowser, runBrowserLogin } from './browserLogin.ts';

export interface LogInParts {
  readonly logins: ContextLogins;
  readonly settings: ExtensionSettings;
  readonly notify: Notify;
  /** Returns the kubeconfig files in which `oc` finds a context. */
  readonly filesOf: (context: string) => readonly string[];
  /** Reads the kubeconfig and the saved tokens again, and connects to the cluster with the new login. */
  readonly loggedIn: (context: string) => Promise<void>;
}

type Way = 'page' | 'paste' | 'browser' | 'copy';

/** Asks how to log in, and logs in. Resolves when the user is logged in or cancels. */
export async function logIn(parts: LogInParts, info: ContextInfo): Promise<void> {
  const way = await askWay(parts, info);
  switch (way) {
    case 'page':
      if (await openTokenPage(parts, info)) await enterToken(parts, info);
      return;
    case 'paste':
      return enterToken(parts, info);
    case 'browser':
      return runBrowserLogin(parts, info);
    case 'copy':
      return copyCommand(parts, info);
    default:
  }
}

/** Asks how to log in. In Restricted Mode, the kubeconfig might come from the workspace, so no token is sent. */
async function askWay({ settings }: LogInParts, { name, server }: ContextInfo): Promise<Way | undefined> {
  const { isTrusted } = workspace;
  const copy = { label: l10n.t`Copy oc login Command`, way: 'copy' as const };
  const items = [
    {
      label: l10n.t`Open Token Page`,
      detail: l10n.t`Opens the browser, then asks for the token`,
      way: 'page' as const,
    },
    { label: l10n.t`Enter Token or oc login Command`, way: 'paste' as const },
    ...(isTrusted && (await canLogInWithBrowser({ settings }))
      ? [
          {
            label: l10n.t`Run oc login --web`,
            detail: l10n.t`Opens a terminal and the browser`,
            way: 'browser' as const,
          },
        ]
      : []),
    copy,
  ];
  const placeHolder = isTrusted
    ? l10n.t`Select how to log in to ${server}`
    : l10n.t`In Restricted Mode, you can only copy the command. To enter a token, trust this workspace.`;
  return (await showPick(isTrusted ? items : [copy], { title: titleOf(name), placeHolder }))?.way;
}

function titleOf(name: string): string {
  return `${l10n.t`Log In`} · ${name}`;
}

/** Opens the page in the browser. Returns false if the cluster has none. */
async function openTokenPage({ logins, notify }: LogInParts, { name }: ContextInfo): Promise<boolean> {
  const found = await showProgress(l10n.t`Reading ${name}...`, () => logins.findTokenSource(name));
  if (!found.ok) throw retryable(found.error, name);
  if (found.value.kind === 'page') return env.openExternal(Uri.parse(found.value.url, true));
  const { host } = found.value;
  const enter = l10n.t`Enter Token`;
  const words =
    host === undefined
      ? l10n.t`${name} has no token page, because it uses an external identity provider. Log in with the command that your organization uses, or enter a token.`
      : l10n.t`${name} has no token page, because it uses the external identity provider ${host}. Log in with the credential plugin in the kubeconfig, or enter a token.`;
  return (await notify.tell('info', words, enter)) === enter;
}

/** Creates an error from which users can log in again in another way. */
function retryable(message: string, context: string): SolvableError {
  return new SolvableError(message, commandSolution(l10n.t`Log In`, 'osc.cluster.logIn', { context }));
}

async function enterToken(parts: LogInParts, info: ContextInfo): Promise<void> {
  const { logins } = parts;
  const { name, server, unverified } = info;
  const prompt = l10n.t`Token for ${server}, or the complete oc login command from the token page.`;
  const text = await showInput({
    title: titleOf(name),
    prompt: unverified === true ? `${prompt} ${l10n.t`Certificate not verified`}.` : prompt,
    password: true,
    ignoreFocusOut: true,
    // The prompt stays visible until the user types something.
    validateInput: (value) => (value === '' ? undefined : describeLoginText(value)),
  });
  const parsed = parseLoginText(text ?? '');
  if (!parsed.ok) return;
  const { token, server: target } = parsed.value;
  if (target !== undefined && !isSameServer(target, server)) throw otherServer(parts, info, target);
  const checked = await showProgress(l10n.t`Logging in to ${name}...`, () => logins.check(info, token));
  if (!checked.ok) throw retryable(checked.error, name);
  if (await save(parts, info, token)) await announce(parts, name, checked.value);
}

/** Creates the error for a command that belongs to another cluster. Its token isn't sent to any server. */
function otherServer({ logins }: LogInParts, { name, server }: ContextInfo, target: string): SolvableError {
  const [other] = logins.contextsAt(target);
  return other === undefined
    ? retryable(
        l10n.t`The command is for ${target}, but the server of "${name}" is ${server}. The token wasn't sent. To add the other cluster to the kubeconfig, run the command in a terminal.`,
        name,
      )
    : new SolvableError(
        l10n.t`The command is for ${target}, but the server of "${name}" is ${server}. The token wasn't sent. Open "${other}" and log in there.`,
        commandSolution(l10n.t`Open Cluster`, 'osc.cluster.open', other),
      );
}

/** Asks where to save the token, and saves it. Returns false if the user cancels. */
async function save({ logins }: LogInParts, info: ContextInfo, token: string): Promise<boolean> {
  const { name } = info;
  const file = await logins.fileFor(name);
  const secret = {
    label: l10n.t`Secret Storage of VS Code`,
    detail: l10n.t`Only this extension can use the token`,
    isFile: false,
  };
  const inFile = {
    label: 'Kubeconfig',
    description: file ?? '',
    detail: l10n.t`oc and kubectl can also use the token`,
    isFile: true,
  };
  const chosen =
    file === undefined
      ? secret
      : await showPick([secret, inFile], {
          title: titleOf(name),
          placeHolder: l10n.t`Select where to save the token`,
          ignoreFocusOut: true,
        });
  if (chosen === undefined) return false;
  const saved = await (chosen.isFile ? logins.saveInFile(info, token) : logins.saveSecret(info, token));
  if (!saved.ok) throw retryable(saved.error, name);
  return true;
}

async function announce({ loggedIn, notify }: LogInParts, name: string, user: string | undefined): Promise<void> {
  await loggedIn(name);
  void notify.tell(
    'info',
    user === undefined ? l10n.t`Logged in to ${name}.` : l10n.t`Logged in to ${name} as ${user}.`,
  );
}

/** Copies the command that logs in, and offers a terminal. */
async function copyCommand({ settings, notify }: LogInParts, { name, server }: ContextInfo): Promise<void> {
  const line = createLoginCommand(server, resolveKubeconfigSetting(settings.kubeconfig(), findHomeFolder()));
  if (line === undefined) throw new Error(l10n.t`The kubeconfig doesn't specify how to connect to this cluster.`);
  await copyText(line);
  const terminal = l10n.t`Open Terminal`;
  const chosen = await notify.tell(
    'info',
    l10n.t(
      'To log in to {1}, run the copied command in a terminal. When the kubeconfig changes, the Clusters view updates automatically. Command: {0}',
      line,
      name,
    ),
    terminal,
  );
  if (chosen !== terminal) return;
  const opened = window.createTerminal({ name: 'oc login' });
  opened.show();
  // Doesn't run the command. The user presses Enter.
  opened.sendText(line, false);
}
