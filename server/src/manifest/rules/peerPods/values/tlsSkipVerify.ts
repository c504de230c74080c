import * as l10n from '@vscode/l10n';
import { readBoolean } from '#core/peerPods/parseGoValues.ts';
import type { Release } from '#core/product/releases.ts';
import { adaptor111, adaptor112 } from '#core/product/sources.ts';
import { removeKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { listCheckedValues, getValueSpan, type ValueCheck } from '../checkValues.ts';

/** Key that disables certificate verification. */
export const skipVerify = 'TLS_SKIP_VERIFY';

/** Returns whether any value, even `false`, enables the key in this release. */
export function turnsOnAnyway(name: string, release: Release): boolean {
  const reading = readBoolean('false', release, name);
  return reading.outcome === 'read' && reading.value;
}

/** Returns the boolean that a word stands for, or undefined if it stands for neither. */
export function parseIntendedBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', 'on', 'y', 't', '1', 'enable', 'enabled'].includes(word)) return true;
  return ['false', 'no', 'off', 'n', 'f', '0', 'disable', 'disabled'].includes(word) ? false : undefined;
}

/** Checks for a key that is enabled although its value suggests otherwise, or that shouldn't be enabled. */
export const judgeTlsSkipVerify: ValueCheck = ({ key, text }, release) => {
  if (key.type !== 'boolean') return undefined;
  if (turnsOnAnyway(key.name, release) && parseIntendedBoolean(text) !== true)
    return {
      message: l10n.t`In OSC 1.11 and earlier, any value enables ${key.name}, even "false". To disable it, remove the key.`,
    };
  const reading = readBoolean(text, release, key.name);
  if (key.name !== skipVerify || reading.outcome !== 'read' || !reading.value) return undefined;
  return {
    severity: 'warning',
    message: l10n.t`${skipVerify} disables the verification of certificates, so anyone between the node and the pod VM can read and change all traffic. Use it only for testing.`,
  };
};

export default defineRule({
  id: 'ppcm-tls-skip-verify',
  title: () => l10n.t`Certificate verification disabled`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The key \`TLS_SKIP_VERIFY\` or \`EXTERNAL_NETWORK_VIA_PODVM\` in \`peer-pods-cm\` is enabled, although its value might suggest the opposite. In OSC 1.11 and earlier, any value enables these keys, even \`"false"\`. OSC 1.12 and later treats \`"false"\` as false. With \`TLS_SKIP_VERIFY\`, certificates aren't verified, so anyone between the node and the pod VM can read and change all traffic.

If \`TLS_SKIP_VERIFY\` is enabled on purpose, with \`"true"\`, the finding is a warning in every release, because you might be testing.

Remove the key.`,
  source: [adaptor111('src/cloud-api-adaptor/entrypoint.sh'), adaptor112('src/cloud-providers/util.go')],
  *check(context) {
    const { manifest, release, text } = context;
    for (const judged of listCheckedValues(context)) {
      const problem = judgeTlsSkipVerify(judged, release);
      if (problem === undefined) continue;
      const edit = removeKey(manifest, judged.entry, text);
      const sure = parseIntendedBoolean(judged.text) === false;
      yield {
        ...getValueSpan(judged.entry),
        ...problem,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${judged.key.name}`, edits: [edit], sure }],
      };
    }
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'TLS_SKIP_VERIFY: "false"', '#                ^^^^^^^ want'),
      prefer: mapFor('aws'),
      release: '1.11',
    },
    { avoid: mapFor('aws', 'TLS_SKIP_VERIFY: "true"', '#                ^^^^^^ want'), prefer: mapFor('aws') },
  ],
});
