/** KataConfig as a cluster has it. Source: openshift/sandboxed-containers-operator@00ef4c71 api/v1/kataconfig_types.go; domain/01-kataconfig.md 1.2, 1.3. */
import * as l10n from '@vscode/l10n';
import { flagAt, given, numberAt } from '#core/common/json.ts';
import { readSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { conditionOf, namesAt, readConditions, readFinalizers, wordAt, type Condition, type LiveObject } from '../objects/clusterObject.ts';

/** The seven lists of `status.kataNodes`, in the order of a node's life. */
export const nodeLists = ['waitingToInstall', 'installing', 'installed', 'failedToInstall', 'waitingToUninstall', 'uninstalling', 'failedToUninstall'] as const;
export type NodeList = (typeof nodeLists)[number];

export interface KataConfig extends LiveObject {
  readonly poolSelector?: LabelSelector;
  readonly checkNodeEligibility: boolean;
  readonly logLevel?: string;
  readonly enablePeerPods: boolean;
  /** The condition `InProgress`, the only one that is ever set. */
  readonly inProgress?: Condition;
  readonly runtimeClasses: readonly string[];
  readonly lists: Readonly<Record<NodeList, readonly string[]>>;
  /** 0 while nothing is known yet, and during an uninstall. */
  readonly nodeCount: number;
  readonly readyNodeCount: number;
  readonly waitingForMco: boolean;
  readonly finalizers: readonly string[];
}

export const kataConfigs = defineLiveKind<KataConfig>({
  group: 'kataconfiguration.openshift.io',
  version: 'v1',
  plural: 'kataconfigs',
  kind: 'KataConfig',
  scope: 'cluster',
  neededFor: l10n.t`the state of kata`,
  read(raw, object) {
    return {
      ...object,
      ...given({
        poolSelector: readSelector(raw, 'spec', 'kataConfigPoolSelector'),
        logLevel: wordAt(raw, 'spec', 'logLevel'),
        inProgress: conditionOf(readConditions(raw), 'InProgress'),
      }),
      checkNodeEligibility: flagAt(raw, 'spec', 'checkNodeEligibility') ?? false,
      enablePeerPods: flagAt(raw, 'spec', 'enablePeerPods') ?? false,
      runtimeClasses: namesAt(raw, 'status', 'runtimeClasses'),
      lists: readLists(raw),
      nodeCount: numberAt(raw, 'status', 'kataNodes', 'nodeCount') ?? 0,
      readyNodeCount: numberAt(raw, 'status', 'kataNodes', 'readyNodeCount') ?? 0,
      waitingForMco: flagAt(raw, 'status', 'waitingForMcoToStart') ?? false,
      finalizers: readFinalizers(raw),
    };
  },
});

function readLists(raw: unknown): Record<NodeList, readonly string[]> {
  const list = (name: NodeList): readonly string[] => namesAt(raw, 'status', 'kataNodes', name);
  return {
    waitingToInstall: list('waitingToInstall'),
    installing: list('installing'),
    installed: list('installed'),
    failedToInstall: list('failedToInstall'),
    waitingToUninstall: list('waitingToUninstall'),
    uninstalling: list('uninstalling'),
    failedToUninstall: list('failedToUninstall'),
  };
}
