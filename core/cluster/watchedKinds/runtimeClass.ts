/** RuntimeClasses for Kata and others. Source: k8s.io/api node/v1; domain/01-kataconfig.md 1.8. */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { getLabels, getWord, readFinalizers, type ClusterObject } from '../objects/clusterObject.ts';

export interface RuntimeClass extends ClusterObject {
  /** Name of the handler in CRI-O on the node. */
  readonly handler: string;
  /** Pod overhead, such as `{ cpu: '250m', memory: '350Mi' }`. */
  readonly overhead: Readonly<Record<string, string>>;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /**
   * True if a KataConfig owns the runtime class. The garbage collector deletes the runtime class shortly after the
   * KataConfig.
   */
  readonly ofKataConfig?: true;
  /** Finalizers of a runtime class that is being deleted. */
  readonly finalizers?: readonly string[];
}

/** Maximum number of finalizers per runtime class. */
const mostFinalizers = 20;

export const runtimeClasses = defineWatchedKind<RuntimeClass>({
  group: 'node.k8s.io',
  version: 'v1',
  plural: 'runtimeclasses',
  kind: 'RuntimeClass',
  scope: 'cluster',
  neededFor: () => l10n.t`the runtime classes that pods can use`,
  read(raw, object) {
    return {
      ...object,
      handler: getWord(raw, 'handler') ?? '',
      overhead: getLabels(raw, 'overhead', 'podFixed'),
      nodeSelector: getLabels(raw, 'scheduling', 'nodeSelector'),
      ...omitUndefined({
        ofKataConfig: isOwned(raw) ? (true as const) : undefined,
        finalizers: object.deleting === undefined ? undefined : readFinalizers(raw).slice(0, mostFinalizers),
      }),
    };
  },
});

function isOwned(raw: unknown): boolean {
  return getList(raw, 'metadata', 'ownerReferences').some((one) => getString(one, 'kind') === 'KataConfig');
}
