/** The keys by which a cloud's instance types are set, as a ConfigMap has them. */
import { splitList } from '#core/peerPods/parseGoValues.ts';
import type { InstanceTypeKeys } from '#core/peerPods/providers.ts';
import { findDataEntry, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import type { RuleContext } from '#server/engine/findings/rule.ts';
import { listCheckedValues, getProvider, type CheckedValue } from '../checkValues.ts';

/** Default and list where both are set to something that can be judged. */
export interface SetTypes {
  readonly defaultType: CheckedValue;
  readonly list: CheckedValue;
  /** The types of the list, blanks taken away: those are another rule's business. */
  readonly listed: readonly string[];
}

/** The keys of this ConfigMap's provider. */
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

/** The list of types, where it is there and empty. */
export function emptyListOf(context: RuleContext): ConfigDataEntry | undefined {
  const listKey = typeKeysOf(context)?.listKey;
  const entry = listKey === undefined ? undefined : findDataEntry(context.manifest, listKey);
  return entry?.value.text === '' ? entry : undefined;
}
