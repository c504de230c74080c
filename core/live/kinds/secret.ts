/** Whether the Secrets of peer pods are there. Only their metadata is asked for, and of others nothing is kept. Source: domain/02-peer-pods.md 2.7. */
import { defineLiveKind } from '../liveKind.ts';
import type { LiveObject } from '../object.ts';

/** Nothing of what stands in it. */
export type SecretPresence = LiveObject;

const ours: readonly string[] = ['peer-pods-secret', 'ssh-key-secret'];

export const secrets = defineLiveKind<SecretPresence>({
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  scope: 'operator',
  metadataOnly: true,
  neededFor: 'whether the credentials of peer pods are there',
  read: (_raw, object) => (ours.includes(object.name) ? object : undefined),
});
