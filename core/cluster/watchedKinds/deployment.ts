/**
 * Deployments in the operator namespace: the operator itself and the peer pods webhook. Source: k8s.io/api apps/v1;
 * domain/01-kataconfig.md 1.8.
 */
import * as l10n from '@vscode/l10n';
import { getNumber } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { imagesAt, readConditions, type StatusCondition, type ClusterObject } from '../objects/clusterObject.ts';

export interface Deployment extends ClusterObject {
  /** Desired number of pods. */
  readonly wanted: number;
  readonly available: number;
  readonly updated: number;
  readonly conditions: readonly StatusCondition[];
  readonly images: readonly string[];
}

export const deployments = defineWatchedKind<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  scope: 'operator',
  neededFor: () => l10n.t`whether the operator is running`,
  read(raw, object) {
    return {
      ...object,
      wanted: getNumber(raw, 'spec', 'replicas') ?? 1,
      available: getNumber(raw, 'status', 'availableReplicas') ?? 0,
      updated: getNumber(raw, 'status', 'updatedReplicas') ?? 0,
      conditions: readConditions(raw),
      images: imagesAt(raw),
    };
  },
});
