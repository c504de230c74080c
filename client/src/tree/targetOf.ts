/** Reads what a command was given by a page: the cluster and the object that it is about. Without VS Code. */
import { given, isJsonObject, stringAt, valueAt } from '../../../core/json.ts';
import type { NodeTarget } from './nodeView.ts';

/** Parts of a path of the API: nothing else can be in it. */
const pathPart = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Returns the target if a command was given one. Undefined for anything else: other extensions and key bindings can pass anything. */
export function readTarget(value: unknown): NodeTarget | undefined {
  const context = isJsonObject(value) && !('id' in value) ? stringAt(value, 'context') : undefined;
  if (context === undefined) return undefined;
  const object = valueAt(value, 'object');
  if (object === undefined) return { context };
  const [group, version, plural, kind, name] = ['group', 'version', 'plural', 'kind', 'name'].map((field) => stringAt(object, field));
  if (group === undefined || version === undefined || plural === undefined || kind === undefined || name === undefined) return undefined;
  if ((group !== '' && !pathPart.test(group)) || !pathPart.test(version) || !pathPart.test(plural)) return undefined;
  return { context, object: { group, version, plural, kind, name, ...given({ namespace: stringAt(object, 'namespace') }) } };
}
