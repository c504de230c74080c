/**
 * Whether the Secrets of peer pods are there. Only their metadata is asked for, and of others nothing is kept. Source:
 * domain/02-peer-pods.md 2.7.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getStringMap } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import type { ClusterObject } from '../objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { lastWritten } from '../objects/lastModified.ts';

/** Nothing of what stands in it. */
export interface SecretPresence extends ClusterObject {
  /**
   * When we last set credentials in it: what tells us that it was done, because nobody looks into it. Milliseconds
   * since 1970.
   */
  readonly credentialsSet?: number;
  /** When anybody last wrote it, by the clock of the cluster. Milliseconds since 1970. */
  readonly written?: number;
}

/** The annotation that we leave with credentials: the time, as RFC 3339. */
export const credentialsSetAnnotation = 'kata-vscode/credentials-set';

const ours: readonly string[] = ['peer-pods-secret', 'ssh-key-secret'];

export const secrets = defineWatchedKind<SecretPresence>({
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  scope: 'operator',
  metadataOnly: true,
  neededFor: () => l10n.t`whether the peer pods credentials exist`,
  read(raw, object) {
    if (!ours.includes(object.name)) return undefined;
    const annotations = getStringMap(raw, 'metadata', 'annotations');
    const set = Object.hasOwn(annotations, credentialsSetAnnotation)
      ? annotations[credentialsSetAnnotation]
      : undefined;
    return { ...object, ...omitUndefined({ credentialsSet: parseTimestamp(set), written: lastWritten(raw) }) };
  },
});
