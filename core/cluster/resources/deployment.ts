/** Deployments of the operator's namespace: the operator itself, the webhook of peer pods. Source: k8s.io/api apps/v1; domain/01-kataconfig.md 1.8. */
import * as l10n from '@vscode/l10n';
import { numberAt } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { imagesAt, readConditions, type Condition, type LiveObject } from '../objects/clusterObject.ts';

export interface Deployment extends LiveObject {
  /** How many pods are wanted. */
  readonly wanted: number;
  readonly available: number;
  readonly updated: number;
  readonly conditions: readonly Condition[];
  readonly images: readonly string[];
}

export const deployments = defineLiveKind<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  scope: 'operator',
  neededFor: l10n.t`whether the operator runs`,
  read(raw, object) {
    return {
      ...object,
      wanted: numberAt(raw, 'spec', 'replicas') ?? 1,
      available: numberAt(raw, 'status', 'availableReplicas') ?? 0,
      updated: numberAt(raw, 'status', 'updatedReplicas') ?? 0,
      conditions: readConditions(raw),
      images: imagesAt(raw),
    };
  },
});
