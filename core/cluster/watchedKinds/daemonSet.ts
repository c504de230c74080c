/**
 * DaemonSets in the operator namespace: the monitor, cloud-api-adaptor, and, on clusters without the Machine Config
 * Operator, the installer. Source: k8s.io/api apps/v1; domain/01-kataconfig.md 1.8; domain/11-newer-releases.md 11.1.
 */
import * as l10n from '@vscode/l10n';
import { getList, getNumber, getValue } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { imagesAt, getLabels, type ClusterObject } from '../objects/clusterObject.ts';

export interface DaemonSet extends ClusterObject {
  /** Number of nodes that should run a pod. */
  readonly wanted: number;
  readonly ready: number;
  readonly updated: number;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly images: readonly string[];
  /** True if the pods have a volume with a service account token for another service, such as a cloud provider. */
  readonly hasTokenVolume?: true;
}

export const daemonSets = defineWatchedKind<DaemonSet>({
  group: 'apps',
  version: 'v1',
  plural: 'daemonsets',
  kind: 'DaemonSet',
  scope: 'operator',
  neededFor: () => l10n.t`the operator's DaemonSets`,
  read(raw, object) {
    return {
      ...object,
      wanted: getNumber(raw, 'status', 'desiredNumberScheduled') ?? 0,
      ready: getNumber(raw, 'status', 'numberReady') ?? 0,
      updated: getNumber(raw, 'status', 'updatedNumberScheduled') ?? 0,
      nodeSelector: getLabels(raw, 'spec', 'template', 'spec', 'nodeSelector'),
      images: imagesAt(raw),
      ...(hasTokenVolume(raw) ? { hasTokenVolume: true as const } : {}),
    };
  },
});

/** Maximum number of volumes and of their sources to read. */
const mostVolumes = 100;

function hasTokenVolume(raw: unknown): boolean {
  return getList(raw, 'spec', 'template', 'spec', 'volumes')
    .slice(0, mostVolumes)
    .some((volume) =>
      getList(volume, 'projected', 'sources')
        .slice(0, mostVolumes)
        .some((source) => getValue(source, 'serviceAccountToken') !== undefined),
    );
}
