/**
 * Replaces shell commands in next steps with the commands of this extension that do the same. Next steps are created in
 * `core` with shell commands, which `osc-tools`, reports, and runbooks print unchanged. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { featureGatesName, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { sanitizeTooltip } from '#core/text/sanitize.ts';

/** Determines which commands of the extension can replace a shell command. */
export interface EditorCommandOptions {
  /** True if the menus contain commands that change the cluster. */
  readonly canChange: boolean;
  /** True if the cluster has a KataConfig. A waiting install plan then belongs to an update. */
  readonly hasKataConfig: boolean;
}

/** A command of the extension, and the object to which it applies. */
interface EditorCommand {
  readonly title: string;
  readonly object?: string | undefined;
}

/**
 * Returns the options for an open cluster.
 * @param snapshot undefined for a must-gather, whose rows have no commands that read or change a cluster
 */
export function editorCommandOptions(
  snapshot: Snapshot | undefined,
  isReadOnly: boolean,
): EditorCommandOptions | undefined {
  return snapshot === undefined
    ? undefined
    : { canChange: !isReadOnly, hasKataConfig: snapshot.kataConfigs.items.size > 0 };
}

/**
 * Replaces the shell commands in a text of a page or a notification.
 * @param options undefined if no cluster is open to which the text applies; only `osc-tools` commands are then replaced
 */
export function replaceShellCommands(text: string, options: EditorCommandOptions | undefined): string {
  return text.replaceAll(/`([^`]+)`/g, (code, command: string) => {
    const found = findEditorCommand(command, options);
    return found === undefined ? code : formatCommand(found.title, found.object);
  });
}

/**
 * Replaces the shell commands in Markdown, such as the tooltip of a row.
 * @see replaceShellCommands
 */
export function replaceShellCommandsInMarkdown(markdown: string, options: EditorCommandOptions | undefined): string {
  return markdown.replaceAll(/(?<![\\`])`([^`\n]+)`(?!`)/g, (code, command: string) => {
    const found = findEditorCommand(command, options);
    if (found === undefined) return code;
    const object = found.object === undefined ? undefined : sanitizeTooltip(found.object);
    return formatCommand(`_${found.title}_`, object);
  });
}

function formatCommand(title: string, object: string | undefined): string {
  return object === undefined ? title : `${title} (${object})`;
}

function findEditorCommand(command: string, options: EditorCommandOptions | undefined): EditorCommand | undefined {
  const words = command.split(' ');
  if (command.startsWith('osc-tools policy replay ')) return { title: l10n.t`Replay Recorded Requests...` };
  // The output of a pipeline differs from what a command of the extension shows.
  if (options === undefined || words[0] !== 'oc' || words.includes('|')) return undefined;
  return readingCommand(words) ?? (options.canChange ? changingCommand(words, options) : undefined);
}

/** Kinds whose objects are rows with _Describe_, by their names in commands. */
const kindsInRows: ReadonlySet<string> = new Set(['pod', 'node', 'mcp', 'kataconfig', 'installplan', 'csv', 'job']);

function readingCommand(words: readonly string[]): EditorCommand | undefined {
  const [, verb, kind = ''] = words;
  const name = nameOf(words);
  switch (verb) {
    case 'describe':
      if (kind === '') return undefined;
      return name !== undefined && kindsInRows.has(kind)
        ? { title: l10n.t`Describe`, object: name }
        : { title: l10n.t`Describe Object...`, object: [kind, name].filter((part) => part !== undefined).join(' ') };
    case 'logs':
      return { title: l10n.t`Show Pod Logs...`, object: loggedObject(words) };
    case 'get':
      return gettingCommand(words, kind, name);
    default:
      return undefined;
  }
}

function gettingCommand(words: readonly string[], kind: string, name: string | undefined): EditorCommand | undefined {
  const about = words.find((word) => word.startsWith('involvedObject.name='));
  if (kind === 'events' && about !== undefined)
    return { title: l10n.t`Show Object Events...`, object: about.slice('involvedObject.name='.length) };
  if (kind === 'pdb' && name === undefined) return { title: l10n.t`Describe Object...`, object: 'PodDisruptionBudget' };
  return words.at(-2) === '-o' && words.at(-1) === 'yaml' && ['kataconfig', 'pod'].includes(kind)
    ? { title: l10n.t`Open as YAML`, object: name ?? 'KataConfig' }
    : undefined;
}

function changingCommand(words: readonly string[], { hasKataConfig }: EditorCommandOptions): EditorCommand | undefined {
  const [, verb, kind = '', third = ''] = words;
  const name = nameOf(words);
  switch (`${verb ?? ''} ${kind}`) {
    case 'patch mcp':
      return {
        title: words.at(-1)?.includes('"paused":false') === true ? l10n.t`Resume Pool...` : l10n.t`Pause Pool...`,
        object: name,
      };
    case 'patch installplan':
      return { title: hasKataConfig ? l10n.t`Update Kata...` : l10n.t`Install Kata...`, object: name };
    case 'patch kataconfig':
      return words.at(-1)?.includes('"logLevel"') === true
        ? { title: l10n.t`Reset Log Level to info`, object: name }
        : undefined;
    case 'adm uncordon':
      return { title: l10n.t`Uncordon Node`, object: third };
    case 'rollout restart':
      return { title: l10n.t`Restart Workload...`, object: third };
    case 'delete pod':
      return { title: l10n.t`Delete Pod...`, object: name };
    case 'edit configmap':
      return name === undefined ? undefined : editedSettings.get(name)?.();
    case 'edit secret':
      return name === peerPodsSecretName ? { title: l10n.t`Enter Peer Pod Credentials...` } : undefined;
    default:
      if (verb === 'scale')
        return { title: l10n.t`Scale Workload...`, object: [kind, name].join(name === undefined ? '' : ' ') };
      return verb === 'set' && words.some((word) => word.startsWith('REBOOT='))
        ? { title: l10n.t`Restart Workload...`, object: third }
        : undefined;
  }
}

/** Settings by the name of their ConfigMap. */
const editedSettings: ReadonlyMap<string, () => EditorCommand> = new Map([
  [peerPodsConfigMapName, () => ({ title: l10n.t`Configure Peer Pods...` })],
  [featureGatesName, () => ({ title: l10n.t`Set Feature Gates...` })],
]);

/** Returns the name after the kind. Returns undefined without a name, as in `oc describe pods -n NAMESPACE`. */
function nameOf(words: readonly string[]): string | undefined {
  return positionalArguments(words)[1];
}

/** Returns the workload or pod whose logs a command reads, such as `deployment/NAME`. */
function loggedObject(words: readonly string[]): string | undefined {
  const job = words.find((word) => word.startsWith('job-name='));
  return job === undefined ? positionalArguments(words)[0] : `job/${job.slice('job-name='.length)}`;
}

const optionsWithValue: ReadonlySet<string> = new Set(['-n', '-l', '-o', '-p', '-c', '--type', '--patch']);

/** Returns the arguments after the verb that are neither options nor their values. */
function positionalArguments(words: readonly string[]): readonly string[] {
  return words
    .slice(2)
    .filter((word, index, rest) => !word.startsWith('-') && !optionsWithValue.has(rest[index - 1] ?? ''));
}
