/** Provides the KataConfig resources of open clusters as sources for Explain Status. */
import * as l10n from '@vscode/l10n';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { OtherSource } from '../vscode/prompts/askForText.ts';
import type { OpenCluster } from './state/openCluster.ts';

/** Returns the known KataConfig resources. Reads each one from its cluster when the user selects it. */
export function statusSources(open: readonly OpenCluster[]): readonly OtherSource[] {
  return open.flatMap((cluster) =>
    listItems(cluster.snapshot, 'kataConfigs').map(({ name }) => ({
      icon: 'vm-active',
      label: l10n.t`KataConfig from an Open Cluster`,
      description: `${name} · ${cluster.context}`,
      name: `${name} · ${cluster.context}`,
      read: () => kataConfigText(cluster, name),
    })),
  );
}

async function kataConfigText({ connection }: OpenCluster, name: string): Promise<string> {
  const { group, version, plural, kind } = watchedKinds.kataConfigs;
  const reference: ObjectReference = { group, version, plural, kind, name };
  const answer = await connection.ask(getObjectPath(reference), { signal: new AbortController().signal });
  if (!answer.ok) throw new Error(l10n.t("Can't read {0}: {1}", `${kind} ${name}`, answer.error.message));
  return JSON.stringify(answer.value, undefined, 2);
}
