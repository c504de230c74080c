/** What is asked before kata is installed: what the cluster does not tell. Pure. */
import * as l10n from '@vscode/l10n';
import { logLevels } from '#core/kinds/kataConfig.ts';
import {
  documentedInstallOptions,
  readKataConfigOptions,
  type InstallOptions,
  type KataConfigOptions,
} from '#core/operations/changes/installManifests.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { omitUndefined, getString } from '#core/common/json.ts';
import { listSelectedNodes } from '#core/status/nodes/nodeSelection.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { isKnown, findItem, listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { countWords } from '#core/text/counts.ts';
import { namesWords } from '#core/text/phrases.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { readSelectorText } from '../configure/selectorText.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Releases of a channel that are offered besides its newest. */
const mostReleases = 8;

/** The question that comes next; undefined: nothing is left to ask. */
export function installQuestion(
  situation: ObservedCluster,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  const { snapshot } = situation;
  const isAsked = (name: string): boolean => !answers.has(name);
  if (findSubscription(snapshot) === undefined) {
    if (isAsked('release')) return releaseQuestion(situation);
    if (isAsked('approval')) return approvalQuestion(releaseOf(answers).startingCsv !== undefined);
  }
  if (indexSnapshot(snapshot).kataConfig !== undefined) return undefined;
  // What an update deleted and kept is made again as it was.
  if (getLookupValue(situation, 'keptKataConfig')?.found?.kataConfig !== undefined) return undefined;
  if (isAsked('where')) return whereQuestion(situation);
  if (isAsked('nodes')) return nodesQuestion(situation, answers.get('where') === 'peerPods');
  if (answers.get('nodes') === 'label' && isAsked('selector')) return selectorQuestion(situation);
  return isAsked('logLevel') ? logLevelQuestion() : undefined;
}

/** The answers, with what the cluster has already. */
export function installAnswers(
  { snapshot, facts }: Pick<ObservedCluster, 'snapshot' | 'facts'>,
  answers: ReadonlyMap<string, string>,
): InstallOptions {
  const found = getLookupValue({ facts }, 'packageManifest')?.found;
  const before = findSubscription(snapshot);
  const { kataConfig } = indexSnapshot(snapshot);
  const { channel, startingCsv } = releaseOf(answers);
  const asked: Omit<InstallOptions, 'kataConfig'> = {
    channel: channel ?? documentedInstallOptions.channel,
    approval: answers.get('approval') === 'Manual' ? 'Manual' : 'Automatic',
    source: found?.catalogue ?? documentedInstallOptions.source,
    ...omitUndefined({ startingCsv, sourceNamespace: found?.catalogueNamespace }),
  };
  const there =
    before === undefined
      ? undefined
      : { ...before, approval: before.approval === 'Manual' ? ('Manual' as const) : ('Automatic' as const) };
  return {
    ...(there === undefined
      ? asked
      : {
          channel: there.channel,
          approval: there.approval,
          source: there.source,
          sourceNamespace: there.sourceNamespace,
          ...omitUndefined({ startingCsv: there.startingCsv }),
        }),
    kataConfig: kataConfig === undefined ? wantedKataConfig(answers) : readKataConfigOptions(kataConfig),
  };
}

/** What stands on the cluster already, in a few words. */
function standingWords({ context, snapshot }: Pick<ObservedCluster, 'context' | 'snapshot'>): string {
  const [version] = listItems(snapshot, 'clusterVersions');
  const subscription = findSubscription(snapshot);
  const { kataConfig } = indexSnapshot(snapshot);
  return [
    context,
    version?.version === undefined ? undefined : `OpenShift ${version.version}`,
    operatorWords(subscription),
    kataConfig === undefined ? l10n.t`no KataConfig yet` : `KataConfig ${kataConfig.name}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function operatorWords(subscription: ReturnType<typeof findSubscription>): string {
  if (subscription === undefined) return l10n.t`no operator yet`;
  const { installedCsv } = subscription;
  return installedCsv === undefined ? l10n.t`operator on its way` : l10n.t`operator ${installedCsv}`;
}

function releaseQuestion(situation: ObservedCluster): NamedInputStep {
  const fact = getLookupValue(situation, 'packageManifest');
  const { channel } = documentedInstallOptions;
  const item = (
    label: string,
    value: { channel: string; startingCsv?: string },
    description: string,
    detail?: string,
  ) => ({
    label,
    description,
    value: JSON.stringify(value),
    ...omitUndefined({ detail }),
  });
  const placeHolder = l10n.t`${standingWords(situation)}. Which release?`;
  if (fact?.found === undefined) {
    const why =
      fact === undefined
        ? l10n.t`What the catalogue offers could not be read.`
        : l10n.t`No catalogue of this cluster offers the operator: it will not be found.`;
    // A question with one answer is not asked: this one must be read.
    return {
      name: 'release',
      placeHolder: `${placeHolder} ${why}`,
      items: [item(l10n.t`Channel ${channel}`, { channel }, l10n.t`as the documents have it`, why)],
      always: true,
    };
  }
  const { channels, defaultChannel, catalogueName } = fact.found;
  const ordered = channels.toSorted(
    (one, other) => Number(other.name === defaultChannel) - Number(one.name === defaultChannel),
  );
  const items = ordered.flatMap(({ name, currentCsv, version, entries }) => [
    item(
      `OSC ${version ?? currentCsv}`,
      { channel: name },
      l10n.t`channel ${name}, newest`,
      l10n.t`From ${catalogueName}. Follows the channel.`,
    ),
    ...entries
      .filter(({ csv }) => csv !== currentCsv)
      .slice(0, name === defaultChannel ? mostReleases : 0)
      .map(({ csv, version: older }) =>
        item(
          `OSC ${older ?? csv}`,
          { channel: name, startingCsv: csv },
          l10n.t`channel ${name}`,
          l10n.t`An older release: each update waits for your approval.`,
        ),
      ),
  ]);
  return { name: 'release', placeHolder, items, always: true };
}

/** @param older of an older release, which would be updated at once otherwise */
function approvalQuestion(older: boolean): NamedInputStep {
  const manual = {
    label: 'Manual',
    description: l10n.t`each release waits for a yes`,
    detail: l10n.t`The InstallPlan is shown with its contents before it is approved, now and for each update.`,
    value: 'Manual',
  };
  const automatic = {
    label: 'Automatic',
    description: l10n.t`as the documents have it`,
    detail: l10n.t`OLM installs new releases of the channel by itself.`,
    value: 'Automatic',
  };
  return {
    name: 'approval',
    placeHolder: l10n.t`Who approves releases of the operator?`,
    items: older ? [manual] : [automatic, manual],
  };
}

function whereQuestion({ snapshot }: ObservedCluster): NamedInputStep {
  const known = isKnown(snapshot, 'configMaps');
  const configured = findItem(snapshot, 'configMaps', peerPodsConfigMapName) !== undefined;
  const state = configured
    ? l10n.t`${peerPodsConfigMapName} is on the cluster.`
    : known
      ? l10n.t`${peerPodsConfigMapName} is not on the cluster yet: the KataConfig waits for it.`
      : '';
  return {
    name: 'where',
    placeHolder: l10n.t`Where do the virtual machines of pods run?`,
    // Whoever configured peer pods wants them.
    ...(configured ? { active: 'peerPods' } : {}),
    items: [
      {
        label: l10n.t`On the nodes`,
        description: l10n.t`bare metal`,
        detail: l10n.t`Nodes need hardware virtualization. Runtime class kata.`,
        value: 'nodes',
      },
      {
        label: l10n.t`In the cloud`,
        description: l10n.t`peer pods`,
        detail: `${l10n.t`Runtime class kata-remote in addition to kata.`}${getSentenceSeparator()}${state}`.trim(),
        value: 'peerPods',
      },
    ],
  };
}

function nodesQuestion({ snapshot }: ObservedCluster, peerPods: boolean): NamedInputStep {
  const count = (choice: Parameters<typeof listSelectedNodes>[0]): string =>
    isKnown(snapshot, 'nodes')
      ? countWords(listSelectedNodes(choice, snapshot).length, 'node')
      : l10n.t`cannot be counted`;
  const all = { label: l10n.t`All workers`, description: count({ checkNodeEligibility: false }), value: 'all' };
  const eligible = {
    label: l10n.t`Workers that are eligible`,
    description: count({ checkNodeEligibility: true }),
    detail: l10n.t`By the label that Node Feature Discovery sets, or you.`,
    value: 'eligible',
  };
  const label = {
    label: l10n.t`Workers with a label...`,
    description: l10n.t`which is asked for next`,
    value: 'label',
  };
  // Its selector is ignored where there are no separate workers. Source: core/kinds/kataConfig.ts.
  const { converged } = indexSnapshot(snapshot);
  const choices = [all, ...(peerPods ? [] : [eligible]), ...(converged ? [] : [label])];
  return {
    name: 'nodes',
    placeHolder: l10n.t`Which nodes get kata? Each of them is drained and reboots.`,
    items: converged ? [{ ...all, label: l10n.t`All nodes` }] : choices,
  };
}

function selectorQuestion({ snapshot }: ObservedCluster): NamedInputStep {
  return {
    name: 'selector',
    prompt: l10n.t`Label of the workers that get kata; several with commas`,
    placeHolder: 'node-role.kubernetes.io/kata-pool=true',
    says(text) {
      const read = readSelectorText(text);
      if (!read.ok) return { message: read.error, wrong: true };
      if (!isKnown(snapshot, 'nodes'))
        return {
          message: l10n.t`You don't have permission to list nodes, so the number of matching nodes is unknown.`,
          wrong: false,
        };
      const names = listSelectedNodes({ poolSelector: read.value, checkNodeEligibility: false }, snapshot).map(
        ({ name }) => name,
      );
      return {
        message:
          names.length === 0
            ? l10n.t`No worker has that label now.`
            : `${countWords(names.length, 'worker')}: ${namesWords(names, 5)}`,
        wrong: false,
      };
    },
  };
}

const logLevelQuestion = (): NamedInputStep => ({
  name: 'logLevel',
  placeHolder: l10n.t`Log level of CRI-O on these nodes? Changing it later reboots them again.`,
  active: 'info',
  items: Object.entries(logLevels)
    .toSorted(([one], [other]) => Number(other === 'info') - Number(one === 'info'))
    .map(([level, detail]) => ({ label: level, description: '', detail: detail().replaceAll('`', ''), value: level })),
});

function wantedKataConfig(answers: ReadonlyMap<string, string>): KataConfigOptions {
  const selector = readSelectorText(answers.get('selector') ?? '');
  const { name } = documentedInstallOptions.kataConfig;
  return {
    name,
    checkNodeEligibility: answers.get('nodes') === 'eligible',
    enablePeerPods: answers.get('where') === 'peerPods',
    ...omitUndefined({
      logLevel: answers.get('logLevel'),
      selector: answers.get('nodes') === 'label' && selector.ok ? selector.value : undefined,
    }),
  };
}

function releaseOf(answers: ReadonlyMap<string, string>): { readonly channel?: string; readonly startingCsv?: string } {
  const text = answers.get('release');
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return omitUndefined({ channel: getString(value, 'channel'), startingCsv: getString(value, 'startingCsv') });
}
