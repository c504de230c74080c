/**
 * KataConfig of a cluster. Source: openshift/sandboxed-containers-operator@00ef4c71 api/v1/kataconfig_types.go;
 * domain/01-kataconfig.md 1.2, 1.3.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, omitUndefined, getNumber } from '#core/common/json.ts';
import { readSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { lastFieldWrite, type FieldWrite } from '../objects/fieldWrite.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import {
  findStatusCondition,
  getNames,
  readConditions,
  readFinalizers,
  getWord,
  type StatusCondition,
  type ClusterObject,
} from '../objects/clusterObject.ts';

/** The seven lists of `status.kataNodes`, in the order of a node's lifecycle. */
export const nodeLists = [
  'waitingToInstall',
  'installing',
  'installed',
  'failedToInstall',
  'waitingToUninstall',
  'uninstalling',
  'failedToUninstall',
] as const;
export type NodeList = (typeof nodeLists)[number];

export interface KataConfig extends ClusterObject {
  readonly poolSelector?: LabelSelector;
  readonly checkNodeEligibility: boolean;
  readonly logLevel?: string;
  readonly enablePeerPods: boolean;
  /** The `InProgress` condition. The operator sets no other condition. */
  readonly inProgress?: StatusCondition;
  readonly runtimeClasses: readonly string[];
  readonly lists: Readonly<Record<NodeList, readonly string[]>>;
  /** Last write of the status with the lists, from the managed fields. */
  readonly listsWrite?: FieldWrite;
  /** 0 until the operator has counted the nodes, and during an uninstall. */
  readonly nodeCount: number;
  readonly readyNodeCount: number;
  readonly waitingForMco: boolean;
  readonly finalizers: readonly string[];
}

export const kataConfigs = defineWatchedKind<KataConfig>({
  group: 'kataconfiguration.openshift.io',
  version: 'v1',
  plural: 'kataconfigs',
  kind: 'KataConfig',
  scope: 'cluster',
  neededFor: () => l10n.t`the Kata status`,
  read(raw, object) {
    return {
      ...object,
      ...omitUndefined({
        poolSelector: readSelector(raw, 'spec', 'kataConfigPoolSelector'),
        logLevel: getWord(raw, 'spec', 'logLevel'),
        listsWrite: lastFieldWrite(raw, 'status', 'kataNodes'),
        inProgress: findStatusCondition(readConditions(raw), 'InProgress'),
      }),
      checkNodeEligibility: getBoolean(raw, 'spec', 'checkNodeEligibility') ?? false,
      enablePeerPods: getBoolean(raw, 'spec', 'enablePeerPods') ?? false,
      runtimeClasses: getNames(raw, 'status', 'runtimeClasses'),
      lists: readLists(raw),
      nodeCount: getNumber(raw, 'status', 'kataNodes', 'nodeCount') ?? 0,
      readyNodeCount: getNumber(raw, 'status', 'kataNodes', 'readyNodeCount') ?? 0,
      waitingForMco: getBoolean(raw, 'status', 'waitingForMcoToStart') ?? false,
      finalizers: readFinalizers(raw),
    };
  },
});

function readLists(raw: unknown): Record<NodeList, readonly string[]> {
  const list = (name: NodeList): readonly string[] => getNames(raw, 'status', 'kataNodes', name);
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
