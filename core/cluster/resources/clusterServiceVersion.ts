/** ClusterServiceVersions: releases of operators. Source: operator-framework/api pkg/operators/v1alpha1/clusterserviceversion_types.go; notes/cluster.md 5.1, 5.3. */
import * as l10n from '@vscode/l10n';
import { given, listAt, stringAt } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { messageText, shortText, type LiveObject } from '../objects/clusterObject.ts';
import { millisecondsOf } from '#core/common/time.ts';

export interface ClusterServiceVersion extends LiveObject {
  readonly displayName: string;
  /** `1.12.0`. */
  readonly version: string;
  /** `Pending`, `InstallReady`, `Installing`, `Succeeded`, `Failed`, `Replacing`, `Deleting`; empty before the first. */
  readonly phase: string;
  readonly reason: string;
  readonly message: string;
  /** Of the phase. Milliseconds since 1970. */
  readonly since?: number;
  /** What it needs and does not have: `CustomResourceDefinition kataconfigs.…: CRD is not present`. */
  readonly unmet: readonly string[];
}

/** Copies of operators that look after all namespaces stand in each of them: those are not ours, they can be many, and they are large. */
const copiedFrom = 'olm.copiedFrom';

export const clusterServiceVersions = defineLiveKind<ClusterServiceVersion>({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'clusterserviceversions',
  kind: 'ClusterServiceVersion',
  scope: 'operator',
  labelSelector: `!${copiedFrom}`,
  neededFor: l10n.t`which release of the operator runs`,
  read(raw, object) {
    if (stringAt(raw, 'metadata', 'labels', copiedFrom) !== undefined) return undefined;
    const status = (field: string): string => messageText(stringAt(raw, 'status', field) ?? '');
    return {
      ...object,
      displayName: shortText(stringAt(raw, 'spec', 'displayName') ?? ''),
      version: shortText(stringAt(raw, 'spec', 'version') ?? ''),
      phase: status('phase'),
      reason: status('reason'),
      message: status('message'),
      ...given({ since: millisecondsOf(stringAt(raw, 'status', 'lastTransitionTime')) }),
      unmet: listAt(raw, 'status', 'requirementStatus').flatMap((one) => {
        const found = stringAt(one, 'status') ?? '';
        if (found === '' || found === 'Present' || found === 'Created' || found === 'PresentSatisfied') return [];
        return [messageText(`${stringAt(one, 'kind') ?? ''} ${stringAt(one, 'name') ?? ''}: ${stringAt(one, 'message') ?? found}`.trim())];
      }),
    };
  },
});
