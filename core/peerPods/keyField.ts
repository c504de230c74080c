/** Keys of ConfigMaps, Secrets and annotations as fields: what completion, hover and schemas show of them. */
import type { FieldKnowledge, FieldTable } from '../kinds/field.ts';
import { isInForce, type Release } from '../releases.ts';
import type { ConfigKey } from './configKey.ts';

/** What people read of a key. */
export function keyField(key: ConfigKey): FieldKnowledge {
  const form = key.form === undefined ? [] : [`Form: ${key.form}`];
  const until = key.until === undefined ? [] : [`Read up to OSC ${key.until}${key.replacedBy === undefined ? '' : `; then ${key.replacedBy}`}.`];
  const unverified = key.unverified === true ? ['Known from development sources only: releases may differ.'] : [];
  const readBy = key.readBy.length === 0 ? [] : [`Read by ${key.readBy.join(' and ')}.`];
  const secret = key.credential === true ? ['A credential: its place is a Secret, and its value is not shown.'] : [];
  return {
    type: 'string',
    quoted: true,
    summary: [key.summary, ...form, ...secret, ...(key.note === undefined ? [] : [key.note]), ...readBy, ...until, ...unverified].join(' '),
    ...(key.default === undefined ? {} : { default: `\`${key.default}\`` }),
    ...(key.since === undefined ? {} : { since: key.since }),
    ...(key.requiredBy === undefined ? {} : { requiredBy: key.requiredBy.join(' and ') }),
    ...(key.values === undefined ? valuesOf(key) : { values: key.values }),
    ...insertOf(key),
    ...(key.section === undefined ? {} : { section: key.section }),
  };
}

function valuesOf({ type }: ConfigKey): Pick<FieldKnowledge, 'values'> {
  if (type === 'boolean') return { values: { true: 'On.', false: 'Off.' } };
  return type === 'yes-no' ? { values: { yes: 'On.', no: 'Off.' } } : {};
}

/** What the product's samples write, or else the default: never something that must be made up. */
function insertOf({ sample, default: byDefault, values, credential }: ConfigKey): Pick<FieldKnowledge, 'insert'> {
  if (values !== undefined || credential === true) return {};
  const insert = sample ?? byDefault;
  return insert === undefined || insert.includes('<') ? {} : { insert };
}

/** The keys as fields below a path; of several of one name the first counts, and what the release does not read is left out. */
export function keyFields(under: string, keys: readonly ConfigKey[], release?: Release): FieldTable {
  const out: Record<string, FieldKnowledge> = {};
  for (const key of keys) {
    const path = /^[\w$-]+$/.test(key.name) ? `${under}.${key.name}` : `${under}[${JSON.stringify(key.name)}]`;
    if (!Object.hasOwn(out, path) && (release === undefined || isInForce(key, release))) out[path] = keyField(key);
  }
  return out;
}
