/** RuntimeClasses: of kata, and of others. Source: k8s.io/api node/v1; domain/01-kataconfig.md 1.8. */
import * as l10n from '@vscode/l10n';
import { given, listAt, stringAt } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { labelsAt, wordAt, type LiveObject } from '../objects/clusterObject.ts';

export interface RuntimeClass extends LiveObject {
  /** What CRI-O calls it on the node. */
  readonly handler: string;
  /** What a pod takes besides its containers: `{ cpu: '250m', memory: '350Mi' }`. */
  readonly overhead: Readonly<Record<string, string>>;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** A KataConfig owns it: when that is gone, the garbage collector takes it away a moment later. */
  readonly ofKataConfig?: true;
}

export const runtimeClasses = defineLiveKind<RuntimeClass>({
  group: 'node.k8s.io',
  version: 'v1',
  plural: 'runtimeclasses',
  kind: 'RuntimeClass',
  scope: 'cluster',
  neededFor: l10n.t`the runtime classes that pods can use`,
  read(raw, object) {
    return {
      ...object,
      handler: wordAt(raw, 'handler') ?? '',
      overhead: labelsAt(raw, 'overhead', 'podFixed'),
      nodeSelector: labelsAt(raw, 'scheduling', 'nodeSelector'),
      ...given({ ofKataConfig: isOwned(raw) ? (true as const) : undefined }),
    };
  },
});

function isOwned(raw: unknown): boolean {
  return listAt(raw, 'metadata', 'ownerReferences').some((one) => stringAt(one, 'kind') === 'KataConfig');
}
