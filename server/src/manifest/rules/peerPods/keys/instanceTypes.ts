/** Reads the instance type keys of a ConfigMap. */
import { splitList } from '#core/peerPods/parseGoValues.ts';
import type { InstanceTypeKeys } from '#core/peerPods/providers.ts';
import { findDataEntry, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import type { RuleContext } from '#server/engine/findings/rule.ts';
import { listCheckedValues, getProvider, type CheckedValue } from '../checkValues.ts';

/** The default type and the list, if both have values that can be checked. */
export interface SetTypes {
  readonly defaultType: CheckedValue;
  readonly list: CheckedValue;
  /** Types in the list, with surrounding spaces removed. Another rule reports the spaces. */
  readonly listed: readonly string[];
}

/** Returns the instance type keys of the ConfigMap's provider. */
export function typeKeysOf({ manifest }: Pick<RuleContext, 'manifest'>): InstanceTypeKeys | undefined {
  return getProvider(manifest)?.instanceTypes;
}

export function setTypesOf(context: RuleContext): SetTypes | undefined {
  const keys = typeKeysOf(context);
  const values = listCheckedValues(context);
  const defaultType = values.findLast(({ entry }) => entry.name === keys?.defaultKey);
  const list = values.findLast(({ entry }) => entry.name === keys?.listKey);
  if (defaultType === undefined || list === undefined) return undefined;
  const items = splitList(list.text, context.release, list.key.name);
  return items.outcome === 'read'
    ? { defaultType, list, listed: items.value.map(({ text }) => text.trim()).filter((text) => text !== '') }
    : undefined;
}

/** Returns the entry of the instance type list if it exists and is empty. */
export function emptyListOf(context: RuleContext): ConfigDataEntry | undefined {
  const listKey = typeKeysOf(context)?.listKey;
  const entry = listKey === undefined ? undefined : findDataEntry(context.manifest, listKey);
  return entry?.value.text === '' ? entry : undefined;
}
