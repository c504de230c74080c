/** Creates the button that shows the logs that a next step tells the user to read. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { objectTarget, ownerReference } from '#core/logs/pods/podLogTarget.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { DetailAction } from './detailPage.ts';
import { commandAction } from './sharedSections.ts';

/** Matches `oc logs` in a text, up to the end of the command. */
const command = /`oc logs ([^`]{1,300})`/;

/** Returns the button for an object whose pods write logs. */
export function podLogAction(context: string, object: ObjectReference): DetailAction {
  return commandAction(
    l10n.t`Show Pod Logs...`,
    'osc.logs.showPods',
    { context, object },
    { name: `${l10n.t`Show Pod Logs...`} ${object.kind} ${object.name}` },
  );
}

/** Returns the button that opens a terminal in a container of a pod. */
export function terminalAction(context: string, object: ObjectReference): DetailAction {
  return commandAction(l10n.t`Open Terminal in Container...`, 'osc.terminal.open', { context, object });
}

/** Returns the button for the `oc logs` command in one of the texts. Returns none if no text has such a command. */
export function podLogActions(context: string, ...texts: readonly (string | undefined)[]): readonly DetailAction[] {
  const object = texts.map((text) => loggedObject(text ?? '')).find((one) => one !== undefined);
  return object === undefined ? [] : [podLogAction(context, object)];
}

/** Returns the workload whose logs a command reads, such as `oc logs -n NAMESPACE deployment/NAME`. */
function loggedObject(text: string): ObjectReference | undefined {
  const words = command.exec(text)?.[1]?.split(' ') ?? [];
  const namespace = words[words.indexOf('-n') + 1] ?? '';
  const label = words.find((word) => word.startsWith('job-name='))?.slice('job-name='.length);
  const [kind = '', name = ''] = (words.find((word) => word.includes('/')) ?? `job/${label ?? ''}`).split('/');
  const object = name === '' || namespace === '' ? undefined : ownerReference(kind, name, namespace);
  return object === undefined || objectTarget(object) === undefined ? undefined : object;
}
