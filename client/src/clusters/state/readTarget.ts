/** Parses the target that a page passes to a command: a cluster and an object. Doesn't use VS Code. */
import { omitUndefined, isJsonObject, getString, getValue } from '#core/common/json.ts';
import type { NodeTarget } from './nodeTarget.ts';

/** Matches one segment of an API path. */
const pathPart = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/**
 * Returns the target of a command. Returns undefined for any other argument, because other extensions and keybindings
 * can pass any value.
 */
export function readTarget(value: unknown): NodeTarget | undefined {
  const context = isJsonObject(value) && !('id' in value) ? getString(value, 'context') : undefined;
  if (context === undefined) return undefined;
  const object = getValue(value, 'object');
  if (object === undefined) return { context };
  const [group, version, plural, kind, name] = ['group', 'version', 'plural', 'kind', 'name'].map((field) =>
    getString(object, field),
  );
  if (group === undefined || version === undefined || plural === undefined || kind === undefined || name === undefined)
    return undefined;
  if ((group !== '' && !pathPart.test(group)) || !pathPart.test(version) || !pathPart.test(plural)) return undefined;
  return {
    context,
    object: { group, version, plural, kind, name, ...omitUndefined({ namespace: getString(object, 'namespace') }) },
  };
}
