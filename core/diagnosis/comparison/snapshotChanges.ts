/**
 * Lists the changes between two states of a cluster: versions, KataConfig, nodes, and components. Omits values that are
 * unknown in either state.
 */
import * as l10n from '@vscode/l10n';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '#core/status/explanation.ts';
import { nodeListText } from '#core/status/nodes/nodeListText.ts';
import { listOperatorParts, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { isKnown, listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { joinList } from '#core/text/grammar.ts';

export interface SnapshotChange {
  readonly group: 'version' | 'kataConfig' | 'node' | 'operator' | 'peerPods';
  /** Changed item, such as `OpenShift`, `worker-1`, or `Monitor`. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

export function changesBetween(before: Snapshot, after: Snapshot): readonly SnapshotChange[] {
  return [...versions(before, after), ...kataConfig(before, after), ...nodes(before, after), ...parts(before, after)];
}

function versions(before: Snapshot, after: Snapshot): readonly SnapshotChange[] {
  const openShift = (snapshot: Snapshot): string | undefined => listItems(snapshot, 'clusterVersions')[0]?.version;
  return [
    ...changed('version', 'OpenShift', openShift(before), openShift(after)),
    ...changed(
      'version',
      l10n.t`OpenShift sandboxed containers`,
      getOperatorVersion(before),
      getOperatorVersion(after),
    ),
  ];
}

function kataConfig(before: Snapshot, after: Snapshot): readonly SnapshotChange[] {
  if (!isKnown(before, 'kataConfigs') || !isKnown(after, 'kataConfigs')) return [];
  const [old, next] = [indexSnapshot(before).kataConfig, indexSnapshot(after).kataConfig];
  const state = changed('kataConfig', l10n.t`State`, getKataStatus(before).words, getKataStatus(after).words);
  if (old === undefined || next === undefined) {
    return [...changed('kataConfig', 'KataConfig', old?.name ?? l10n.t`none`, next?.name ?? l10n.t`none`), ...state];
  }
  return [...identity(old, next), ...state, ...settings(old, next)];
}

/** Returns the row label of a KataConfig property. */
function what(name: string): string {
  return `KataConfig: ${name}`;
}

function identity(old: KataConfig, next: KataConfig): readonly SnapshotChange[] {
  return [
    ...changed('kataConfig', what(l10n.t`name`), old.name, next.name),
    // A KataConfig that was deleted and recreated has the same name but another UID.
    ...(old.name === next.name && old.uid !== next.uid
      ? changed(
          'kataConfig',
          what(
            l10n.t({
              message: 'object',
              args: [],
              comment: ['A Kubernetes object. In a comparison: it was deleted and created again with the same name.'],
            }),
          ),
          l10n.t`original`,
          l10n.t`recreated`,
        )
      : []),
  ];
}

function settings(old: KataConfig, next: KataConfig): readonly SnapshotChange[] {
  const yes = (flag: boolean): string => (flag ? l10n.t`yes` : l10n.t`no`);
  const nothing = l10n.t({
    message: 'nothing',
    args: [],
    comment: ['Shown instead of the operation that is in progress: there is none.'],
  });
  const noClass = l10n.t({
    message: 'none',
    args: [],
    comment: ['Shown instead of the name of a runtime class: the pod has none.'],
  });
  const words = (found: KataConfig): string =>
    [found.inProgress?.reason, found.inProgress?.message]
      .filter((part) => part !== undefined && part !== '')
      .join(': ');
  return [
    ...changed('kataConfig', what(l10n.t`in progress`), words(old) || nothing, words(next) || nothing),
    ...changed(
      'kataConfig',
      what(l10n.t`log level`),
      old.logLevel ?? l10n.t`not set`,
      next.logLevel ?? l10n.t`not set`,
    ),
    ...changed('kataConfig', what(l10n.t`peer pods`), yes(old.enablePeerPods), yes(next.enablePeerPods)),
    ...changed(
      'kataConfig',
      what(l10n.t`eligibility check`),
      yes(old.checkNodeEligibility),
      yes(next.checkNodeEligibility),
    ),
    ...changed(
      'kataConfig',
      what(l10n.t`runtime classes`),
      joinList(old.runtimeClasses.toSorted()) || noClass,
      joinList(next.runtimeClasses.toSorted()) || noClass,
    ),
    ...changed(
      'kataConfig',
      what(l10n.t`deletion requested`),
      yes(old.deleting !== undefined),
      yes(next.deleting !== undefined),
    ),
  ];
}

function nodes(before: Snapshot, after: Snapshot): readonly SnapshotChange[] {
  const [old, next] = [indexSnapshot(before), indexSnapshot(after)];
  const found: SnapshotChange[] = [];
  const listOf = ({ lists }: typeof old, name: string): string => {
    const list = lists.get(name);
    return list === undefined ? l10n.t`not listed` : nodeListText[list].title();
  };
  const compareLists = isKnown(before, 'kataConfigs') && isKnown(after, 'kataConfigs');
  const compareNodes = isKnown(before, 'nodes') && isKnown(after, 'nodes');
  for (const name of [
    ...new Set([...old.nodes.keys(), ...next.nodes.keys(), ...old.lists.keys(), ...next.lists.keys()]),
  ].toSorted()) {
    if (compareLists) found.push(...changed('node', name, listOf(old, name), listOf(next, name)));
    if (!compareNodes) continue;
    const [was, is] = [old.nodes.get(name), next.nodes.get(name)];
    if (was === undefined || is === undefined) {
      found.push(...changed('node', name, thereWords(was !== undefined), thereWords(is !== undefined)));
      continue;
    }
    found.push(
      ...(was.uid === is.uid ? [] : changed('node', name, l10n.t`original`, l10n.t`recreated`)),
      ...changed('node', name, readyWords(was.ready), readyWords(is.ready)),
      ...changed('node', name, cordonWords(was.cordoned), cordonWords(is.cordoned)),
      ...changed('node', name, daemonWords(was.mcoState), daemonWords(is.mcoState)),
      ...changed('node', name, was.kubelet, is.kubelet),
    );
  }
  return found;
}

function thereWords(isThere: boolean): string {
  return isThere
    ? l10n.t({ message: 'present', args: [], comment: ['Whether a node exists in a must-gather: it does.'] })
    : l10n.t`absent`;
}

function cordonWords(cordoned: boolean): string {
  return cordoned ? l10n.t`cordoned` : l10n.t`schedulable`;
}

function readyWords(status: string): string {
  if (status === 'True') return l10n.t`ready`;
  return status === 'Unknown'
    ? l10n.t({ message: 'not reporting', args: [], comment: ["The state of a node whose kubelet doesn't report."] })
    : l10n.t`not ready`;
}

function daemonWords(state: string | undefined): string | undefined {
  return state === undefined ? undefined : `machine-config-daemon: ${state}`;
}

function parts(before: Snapshot, after: Snapshot): readonly SnapshotChange[] {
  const compare = (
    group: SnapshotChange['group'],
    old: readonly Part[],
    next: readonly Part[],
  ): readonly SnapshotChange[] =>
    next.flatMap((part) => {
      const was = old.find(({ id }) => id === part.id);
      if (was === undefined || was.health === 'unknown' || part.health === 'unknown') return [];
      return changed(group, part.name, was.headline, part.headline);
    });
  return [
    ...compare('operator', listOperatorParts(before), listOperatorParts(after)),
    ...compare('peerPods', listPeerPodsParts(before), listPeerPodsParts(after)),
  ];
}

/** Returns a change if both values are known and different. */
function changed(
  group: SnapshotChange['group'],
  what: string,
  before: string | undefined,
  after: string | undefined,
): readonly SnapshotChange[] {
  return before === undefined || after === undefined || before === '' || after === '' || before === after
    ? []
    : [{ group, what, before, after }];
}
