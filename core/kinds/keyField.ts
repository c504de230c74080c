/** Converts keys of ConfigMaps, Secrets, and annotations to fields for completion, hovers, and schemas. */
import * as l10n from '@vscode/l10n';
import type { FieldKnowledge, FieldTable } from './field.ts';
import { isInForce, type Release } from '../product/releases.ts';
import { formatList, getSentenceSeparator } from '../text/grammar.ts';
import { noText } from '../text/message.ts';
import type { ConfigKey, ConfigConsumer } from '../peerPods/configKey.ts';

/** Returns the field for a key. */
function keyField(key: ConfigKey): FieldKnowledge {
  const { requiredBy } = key;
  return {
    type: 'string',
    quoted: true,
    summary: () => describeKey(key),
    ...(key.default === undefined ? {} : { default: () => `\`${key.default}\`` }),
    ...(key.since === undefined ? {} : { since: key.since }),
    ...(key.until === undefined ? {} : { until: key.until }),
    ...(key.replacedBy === undefined ? {} : { replacedBy: key.replacedBy }),
    ...(requiredBy === undefined ? {} : { requiredBy: () => formatList(requiredBy.map(readerWords)) }),
    ...(key.values === undefined ? valuesOf(key) : { values: key.values }),
    ...insertOf(key),
    ...(key.section === undefined ? {} : { section: key.section }),
  };
}

/** Describes a key in sentences. */
function describeKey(key: ConfigKey): string {
  const form = key.form === undefined ? [] : [l10n.t`Format: ${key.form()}`];
  const unverified = key.unverified === true ? [l10n.t`Based on unreleased source code. Releases might differ.`] : [];
  const readBy = key.readBy.length === 0 ? [] : [l10n.t`Used by ${formatList(key.readBy.map(readerWords))}.`];
  const secret = key.credential === true ? [l10n.t`Credential. Store it in a Secret. The value isn't displayed.`] : [];
  return [
    key.summary(),
    ...form,
    ...secret,
    ...(key.note === undefined ? [] : [key.note()]),
    ...readBy,
    ...unverified,
  ].join(getSentenceSeparator());
}

/** Returns the name of the component that uses a key, for use in a sentence. */
function readerWords(reader: ConfigConsumer): string {
  switch (reader) {
    case 'operator':
      return l10n.t({
        message: 'operator',
        args: [],
        comment: ['The component that reads a key: the OpenShift sandboxed containers Operator.'],
      });
    case 'image job':
      return l10n.t`image creation job`;
    default:
      return reader;
  }
}

function valuesOf({ type }: ConfigKey): Pick<FieldKnowledge, 'values'> {
  if (type === 'boolean') return { values: { true: noText, false: noText } };
  return type === 'yes-no' ? { values: { yes: noText, no: noText } } : {};
}

/** Returns the value from the product samples, otherwise the default. Omits values that the user must choose. */
function insertOf({ sample, default: byDefault, values, credential }: ConfigKey): Pick<FieldKnowledge, 'insert'> {
  if (values !== undefined || credential === true) return {};
  const insert = sample ?? byDefault;
  return insert === undefined || insert.includes('<') ? {} : { insert };
}

/**
 * Returns the keys as fields under a path. If keys have the same name, the first one applies. Omits keys that the
 * release doesn't use.
 */
export function keyFields(under: string, keys: readonly ConfigKey[], release?: Release): FieldTable {
  const out: Record<string, FieldKnowledge> = {};
  for (const key of keys) {
    const path = /^[\w$-]+$/.test(key.name) ? `${under}.${key.name}` : `${under}[${JSON.stringify(key.name)}]`;
    if (!Object.hasOwn(out, path) && (release === undefined || isInForce(key, release))) out[path] = keyField(key);
  }
  return out;
}
