/** Reads a pod and asks for one of its running containers. */
import * as l10n from '@vscode/l10n';
import { readLogPod, type LogContainer, type LogPod } from '#core/logs/pods/logPod.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';

/** A running container. */
export interface ContainerTarget {
  /** The pod as the API returns it. */
  readonly raw: unknown;
  readonly pod: LogPod;
  readonly container: string;
}

/** Returns the container, or undefined if the user cancels. Rejects if no container is running. */
export async function askContainer(
  { connection, context }: OpenCluster,
  reference: ObjectReference,
  title: string,
): Promise<ContainerTarget | undefined> {
  const answer = await connection.ask(getObjectPath(reference));
  const name = `Pod ${reference.name}`;
  if (!answer.ok)
    throw new Error(
      answer.error.kind === 'notFound'
        ? l10n.t("{0} doesn't exist on {1}.", name, context)
        : l10n.t("Can't read {0}: {1}", name, answer.error.message),
    );
  const pod = readLogPod(answer.value);
  if (pod === undefined) throw new Error(l10n.t("Can't read {0}: {1}", name, l10n.t`The object isn't a pod.`));
  const running = pod.containers.filter(({ state }) => state.kind === 'running');
  const [first] = running;
  if (first === undefined)
    throw new Error(l10n.t`Pod ${pod.name} has no running container. Check its events for the reason.`);
  const chosen = running.length === 1 ? first : await choose(running, title);
  return chosen === undefined ? undefined : { raw: answer.value, pod, container: chosen.name };
}

async function choose(containers: readonly LogContainer[], title: string): Promise<LogContainer | undefined> {
  const items = containers.map((container) => ({
    label: container.name,
    description: { init: l10n.t`Init container`, ephemeral: l10n.t`Ephemeral container`, regular: '' }[container.type],
    container,
  }));
  return (await showPick(items, { title, placeHolder: l10n.t`Select a container` }))?.container;
}
