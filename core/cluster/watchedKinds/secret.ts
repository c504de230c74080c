/**
 * Presence of the peer pods Secrets. Requests only metadata and ignores other Secrets. Source: domain/02-peer-pods.md
 * 2.7.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getStringMap } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import type { ClusterObject } from '../objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { lastWritten, ownsDataKey } from '../objects/lastModified.ts';

/** Metadata of a Secret, without its values. */
export interface SecretPresence extends ClusterObject {
  /**
   * Time when the extension last set the credentials, in milliseconds since 1970. The extension never reads the values,
   * so only this annotation shows that they were set.
   */
  readonly credentialsSet?: number;
  /** Time of the last write by any client, according to the cluster's clock, in milliseconds since 1970. */
  readonly written?: number;
  /** Key that refers to a token file, if the metadata shows that the Secret has one. */
  readonly tokenKey?: string;
}

/** Annotation that the extension sets with the credentials. Its value is the time as RFC 3339. */
export const credentialsSetAnnotation = 'kata-vscode/credentials-set';

/** Keys that refer to a token file. Source: domain/11-newer-releases.md 11.6. */
const tokenKeys: readonly string[] = ['AWS_WEB_IDENTITY_TOKEN_FILE', 'AZURE_FEDERATED_TOKEN_FILE'];

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
    return {
      ...object,
      ...omitUndefined({
        credentialsSet: parseTimestamp(set),
        written: lastWritten(raw),
        tokenKey: tokenKeys.find((key) => ownsDataKey(raw, key)),
      }),
    };
  },
});
