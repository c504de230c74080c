/** What commands on an object are about. */
import type { LiveKind } from '#core/live/liveKind.ts';
import type { LiveObject } from '#core/live/object.ts';
import { given } from '#core/json.ts';
import type { NodeTarget } from './nodeView.ts';

export function objectTarget(
  { context }: { readonly context: string },
  { group, version, plural, kind }: Pick<LiveKind<LiveObject>, 'group' | 'version' | 'plural' | 'kind'>,
  { name, namespace }: Pick<LiveObject, 'name' | 'namespace'>,
): NodeTarget {
  return { context, object: { group, version, plural, kind, name, ...given({ namespace }) } };
}
