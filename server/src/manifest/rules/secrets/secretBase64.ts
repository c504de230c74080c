import { peerPodsSecretName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { secretKeyNamed, sshKeySecretKeys, sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, type ScalarNode } from '#server/engine/yaml/node.ts';
import {
  listDataEntries,
  hasData,
  insertKeys,
  removeKey,
  type ConfigDataEntry,
} from '#server/engine/yaml/objects/dataEntries.ts';
import { insertEntryAfter, detectLineEnding, removeEntry } from '#server/engine/findings/edits.ts';
import { withoutSmartQuotes } from '../shared/pastedValue.ts';
import { findPlaceholder } from '../peerPods/checkValues.ts';
import { defineRule, type Edit, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { hidesText, isBase64, isSurelyText, isTextInDisguise } from './base64.ts';
import { secret } from '../shared/exampleObjects.ts';
import { isInOtherNamespace } from '../shared/ownObjects.ts';

type Section = 'data' | 'stringData';

export default defineRule({
  id: 'ppsecret-base64',
  title: () => l10n.t`Plain text under data, or base64 under stringData`,
  severity: 'error',
  appliesTo: [peerPodsSecretName, sshKeySecretName],
  why: () =>
    l10n.t`In a Secret, values under \`data\` must be base64, and values under \`stringData\` must be plain text. The API server rejects a value under \`data\` that isn't base64 ("illegal base64 data"). Plain text that happens to be valid base64, such as an AWS access key ID, is decoded to meaningless bytes. The API server encodes the values under \`stringData\`, so base64 there is encoded twice. The cloud provider then rejects the credential.

For \`stringData\`, the severity is information, because a password can look like base64.

Move the value to the other section. The finding never shows the value.`,
  source: ['Kubernetes API reference, Secret v1 (data, stringData)', 'Go encoding/base64 StdEncoding'],
  *check(context) {
    if (isInOtherNamespace(context.manifest)) return;
    // Values in a kustomization are plain text, which kustomize encodes.
    if (context.manifest.part !== 'generator') yield* plainText(context);
    yield* encoded(context);
  },
  examples: () => [
    {
      avoid: secret(
        'data',
        'AWS_ACCESS_KEY_ID: "not a real id"',
        '#                  ^^^^^^^^^^^^^^^ want',
        'AWS_SECRET_ACCESS_KEY: not!a!real!key',
        '#                      ^^^^^^^^^^^^^^ want',
      ),
      prefer: secret('stringData', 'AWS_ACCESS_KEY_ID: "not a real id"', 'AWS_SECRET_ACCESS_KEY: not!a!real!key'),
    },
    {
      avoid: secret(
        'data',
        'AWS_ACCESS_KEY_ID: bm90IGEgcmVhbCBpZA==',
        'AWS_SECRET_ACCESS_KEY: not!a!real!key',
        '#                      ^^^^^^^^^^^^^^ want',
      ),
      prefer: `${secret('data', 'AWS_ACCESS_KEY_ID: bm90IGEgcmVhbCBpZA==')}stringData:\n  AWS_SECRET_ACCESS_KEY: not!a!real!key\n`,
    },
    {
      avoid: secret(
        'stringData',
        'REDHAT_OFFLINE_TOKEN: bm90IGEgcmVhbCB0b2tlbg==',
        '#                     ^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: secret('data', 'REDHAT_OFFLINE_TOKEN: bm90IGEgcmVhbCB0b2tlbg=='),
    },
  ],
});

function* plainText(context: RuleContext): Iterable<Finding> {
  const values = judged(context.manifest, 'data');
  const faults = values.filter(({ name, value }) => !isBase64(value.text) || isTextInDisguise(name, value.text));
  for (const entry of faults) {
    const { start, end, text } = entry.value;
    const disguised = isBase64(text);
    const name = sanitizeQuote(entry.name, 60);
    yield {
      start,
      end,
      message: disguised
        ? l10n.t`Values under data must be base64, but ${name} looks like plain text that happens to be valid base64. Move it to stringData, or encode it.`
        : l10n.t`Values under data must be base64, but ${name} isn't, so the API server rejects the Secret. Move it to stringData, or encode it.`,
      fixes: move(
        context,
        entry,
        faults,
        'data',
        (fault) => isSurelyText(fault.value.text) || isTextInDisguise(fault.name, fault.value.text),
      ),
    };
  }
}

function* encoded(context: RuleContext): Iterable<Finding> {
  const faults = judged(context.manifest, 'stringData').filter(({ name, value }) =>
    hidesText(value.text, keyOf(context.manifest, name)),
  );
  for (const entry of faults) {
    const { start, end } = entry.value;
    yield {
      start,
      end,
      severity: 'info',
      message: l10n.t`${sanitizeQuote(entry.name, 60)} looks like base64, but the API server encodes every value under stringData. Move it to data, or use the plain text.`,
      fixes: move(context, entry, faults, 'stringData', () => false),
    };
  }
}

function keyOf({ kind }: Manifest, name: string) {
  return kind.id === sshKeySecretName ? sshKeySecretKeys.find((key) => key.name === name) : secretKeyNamed(name);
}

/** Returns the values that are known and aren't placeholders. */
function judged(manifest: Manifest, section: Section): ConfigDataEntry[] {
  return listDataEntries(manifest, section).filter(
    ({ value }) =>
      typeof value.value === 'string' &&
      !value.unknown &&
      value.text !== '' &&
      findPlaceholder(value.text) === undefined &&
      withoutSmartQuotes(value.text) === undefined,
  );
}

/**
 * Returns the fix that moves values to the other section: the whole section if all its values are wrong, otherwise only
 * the entry.
 */
function move(
  { manifest, text }: RuleContext,
  entry: ConfigDataEntry,
  faults: readonly ConfigDataEntry[],
  from: Section,
  isSure: (fault: ConfigDataEntry) => boolean,
): Fix[] {
  const { root, part } = manifest;
  if (part === 'generator') return [];
  const to: Section = from === 'data' ? 'stringData' : 'data';
  const source = findMapEntry(root, from);
  const target = findMapEntry(root, to);
  if (source === undefined || source.borrowed || source.key.anchored === true || hasData(manifest, entry.name, to))
    return [];
  const title = l10n.t`Move to ${to}`;
  if (target === undefined && faults.length === entry.map.entries.length && !entry.map.borrowed) {
    const edit = { start: source.key.start, end: source.key.end, text: requoted(source.key, to, text) };
    return [{ title, edits: [edit], sure: entry.map.anchored !== true && faults.every(isSure) }];
  }
  const value = text.slice(entry.value.start, entry.value.end);
  const movable = !entry.value.borrowed && entry.value.anchored !== true && !/[\r\n]/.test(value);
  const key = text.slice(entry.key.start, entry.key.end);
  const last = entry.map.entries.length === 1;
  const removed = last ? removeEntry(text, root, source) : removeKey(manifest, entry, text);
  const added =
    target === undefined
      ? insertEntryAfter(text, root, [`${to}:`, `  ${key}: ${value}`], detectLineEnding(text))
      : insertKeys(manifest, [[key, value]], text, to);
  return movable && removed !== undefined && added !== undefined
    ? [{ title, edits: inOrder([removed, added]), sure: isSure(entry) }]
    : [];
}

function requoted(key: ScalarNode, name: string, text: string): string {
  const quote = /^["']/.exec(text.slice(key.start, key.end))?.[0] ?? '';
  return `${quote}${name}${quote}`;
}

function inOrder(edits: Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
