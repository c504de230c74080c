import * as l10n from '@vscode/l10n';
import { readBoolean, readsEnvironmentVariables } from '#core/peerPods/parseGoValues.ts';
import { adaptor111, adaptor112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { parseIntendedBoolean, skipVerify, turnsOnAnyway } from './tlsSkipVerify.ts';
import { checkValues, type ValueCheck } from '../checkValues.ts';

/** Checks for booleans other than `true` or `false`. */
export const judgeBoolean: ValueCheck = ({ key, text }, release) => {
  if (key.type !== 'boolean' || text === 'true' || text === 'false' || turnsOnAnyway(key.name, release))
    return undefined;
  const reading = readBoolean(text, release, key.name);
  if (reading.outcome !== 'read') return undefined;
  // Another rule reports values that disable certificate verification.
  if (key.name === skipVerify && reading.value) return undefined;
  const meant = parseIntendedBoolean(text);
  const value = sanitizeQuote(text, 30);
  if (meant === reading.value)
    return { ...withFix(meant, key.name), severity: 'info', message: asMeant(key.name, value, meant) };
  const accepted = formatAlternatives(readsEnvironmentVariables(release) ? ['"true"', '"1"'] : ['"true"']);
  const message = `${l10n.t`The value "${value}" of ${key.name} counts as false, because only ${accepted} counts as true.`}${getSentenceSeparator()}${l10n.t`Use ${formatAlternatives(['"true"', '"false"'])}.`}`;
  return { message, ...(meant === undefined ? {} : withFix(meant, key.name)) };
};

function withFix(meant: boolean, name: string) {
  return { fixes: [{ text: String(meant), sure: name !== skipVerify }] };
}

function asMeant(name: string, value: string, meant: boolean): string {
  return meant
    ? l10n.t`"${value}" enables ${name} only in OSC 1.12 and later. Use "true", which has the same meaning in earlier releases.`
    : l10n.t`"${value}" disables ${name}, as does every value other than "true". Use "false" to make this clear.`;
}

export default defineRule({
  id: 'ppcm-bool',
  title: () => l10n.t`Invalid boolean`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`A key in \`peer-pods-cm\` that must be \`true\` or \`false\` has a different value. cloud-api-adaptor silently treats this value as false. For example, with \`DISABLECVM: "yes"\`, pod VMs are confidential although the value was meant to prevent this. In OSC 1.11 and earlier, only \`true\` counts as true. In OSC 1.12 and later, \`1\` and any capitalization of \`true\` also count.

The severity is information if the selected OSC release interprets the value as intended, such as \`"no"\` as false.

Use \`"true"\` or \`"false"\`.`,
  source: [
    adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    adaptor112('src/cloud-providers/util.go'),
    'OSC 1.12 §3.2',
  ],
  *check(context) {
    yield* checkValues(context, judgeBoolean);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'DISABLECVM: "yes"', '#           ^^^^^ want'),
      prefer: mapFor('aws', 'DISABLECVM: "true"'),
    },
    {
      avoid: mapFor(
        'aws',
        'DISABLECVM: "True"',
        '#           ^^^^^^ want',
        'USE_PUBLIC_IP: "no"',
        '#              ^^^^ want',
      ),
      prefer: mapFor('aws', 'DISABLECVM: "true"', 'USE_PUBLIC_IP: "false"'),
    },
    {
      avoid: mapFor('azure', 'ENABLE_SECURE_BOOT: "True"', '#                   ^^^^^^ want'),
      prefer: mapFor('azure', 'ENABLE_SECURE_BOOT: "true"'),
      release: '1.11',
    },
  ],
});
