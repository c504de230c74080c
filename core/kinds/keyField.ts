/** Keys of ConfigMaps, Secrets and annotations as fields: what completion, hover and schemas show of them. */
import * as l10n from '@vscode/l10n';
import type { FieldKnowledge, FieldTable } from './field.ts';
import { isInForce, type Release } from '../product/releases.ts';
import { formatList, getSentenceSeparator } from '../text/grammar.ts';
import type { ConfigKey, ConfigConsumer } from '../peerPods/configKey.ts';

/** What people read of a key. */
function keyField(key: ConfigKey): FieldKnowledge {
  const { requiredBy } = key;
  return {
    type: 'string',
    quoted: true,
    summary: () => describeKey(key),
    ...(key.default === undefined ? {} : { default: () => `\`${key.default}\`` }),
    ...(key.since === undefined ? {} : { since: key.since }),
    ...(requiredBy === undefined ? {} : { requiredBy: () => formatList(requiredBy.map(readerWords)) }),
    ...(key.values === undefined ? valuesOf(key) : { values: key.values }),
    ...insertOf(key),
    ...(key.section === undefined ? {} : { section: key.section }),
  };
}

/** Describes a key in sentences. */
function describeKey(key: ConfigKey): string {
  const form = key.form === undefined ? [] : [l10n.t`Format: ${key.form()}`];
  const until = key.until === undefined ? [] : [untilWords(key.until, key.replacedBy)];
  const unverified = key.unverified === true ? [l10n.t`Based on unreleased source code. Releases might differ.`] : [];
  const readBy = key.readBy.length === 0 ? [] : [l10n.t`Used by ${formatList(key.readBy.map(readerWords))}.`];
  const secret = key.credential === true ? [l10n.t`Credential. Store it in a Secret. The value isn't displayed.`] : [];
  return [
    key.summary(),
    ...form,
    ...secret,
    ...(key.note === undefined ? [] : [key.note()]),
    ...readBy,
    ...until,
    ...unverified,
  ].join(getSentenceSeparator());
}

function untilWords(until: string, replacedBy: string | undefined): string {
  return replacedBy === undefined
    ? l10n.t`Used in OSC ${until} and earlier.`
    : l10n.t`Used in OSC ${until} and earlier. Replaced by ${replacedBy}.`;
}

/** Who reads a key, as it stands in a sentence. */
function readerWords(reader: ConfigConsumer): string {
  switch (reader) {
    case 'operator':
      return l10n.t({
        message: 'operator',
        args: [],
        comment: ['Of sandboxed containers: the program that reads a key.'],
      });
    case 'image job':
      return l10n.t`image creation job`;
    default:
      return reader;
  }
}

function valuesOf({ type }: ConfigKey): Pick<FieldKnowledge, 'values'> {
  const [on, off] = [() => l10n.t`On.`, () => l10n.t`Off.`];
  if (type === 'boolean') return { values: { true: on, false: off } };
  return type === 'yes-no' ? { values: { yes: on, no: off } } : {};
}

/** What the product's samples write, or else the default: never something that must be made up. */
function insertOf({ sample, default: byDefault, values, credential }: ConfigKey): Pick<FieldKnowledge, 'insert'> {
  if (values !== undefined || credential === true) return {};
  const insert = sample ?? byDefault;
  return insert === undefined || insert.includes('<') ? {} : { insert };
}

/**
 * The keys as fields below a path; of several of one name the first counts, and what the release does not read is left
 * out.
 */
export function keyFields(under: string, keys: readonly ConfigKey[], release?: Release): FieldTable {
  const out: Record<string, FieldKnowledge> = {};
  for (const key of keys) {
    const path = /^[\w$-]+$/.test(key.name) ? `${under}.${key.name}` : `${under}[${JSON.stringify(key.name)}]`;
    if (!Object.hasOwn(out, path) && (release === undefined || isInForce(key, release))) out[path] = keyField(key);
  }
  return out;
}
