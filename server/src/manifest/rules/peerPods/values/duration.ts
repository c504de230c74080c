import * as l10n from '@vscode/l10n';
import { readDuration } from '#core/peerPods/parseGoValues.ts';
import { adaptor111, adaptor112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { describeUnusable } from '../../shared/valueWords.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { checkValues, type ValueCheck, type ValueFix } from '../checkValues.ts';
import { joinSentences } from '#core/text/grammar.ts';

/** Checks for durations that Go doesn't accept. */
export const judgeDuration: ValueCheck = ({ key, text }, release) => {
  if (key.type !== 'duration') return undefined;
  const parsed = readDuration(text, release);
  if (parsed.outcome === 'read' && parsed.value <= 0)
    return {
      severity: 'error',
      message: l10n.t`${key.name} is "${sanitizeQuote(text, 30)}", so each connection to a pod VM times out immediately. Use a positive duration, such as "5m".`,
      fixes: [],
    };
  const { outcome } = parsed;
  if (outcome !== 'stops' && outcome !== 'ignored') return undefined;
  const what = `${key.name} "${sanitizeQuote(text, 30)}"`;
  return {
    message: joinSentences(
      l10n.t`${what} isn't a Go duration, such as "5m" or "90s".`,
      describeUnusable(outcome, key.default),
    ),
    fixes: fixesOf(text),
  };
};

const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?)$/i, 's'],
  [/^(?:m|mins?|minutes?)$/i, 'm'],
  [/^(?:h|hrs?|hours?)$/i, 'h'],
];

function fixesOf(text: string): readonly ValueFix[] {
  const [, amount, word = ''] = /^(\d{1,6})\s*([A-Za-z]*)$/.exec(text.trim()) ?? [];
  if (amount === undefined) return [];
  const inUnit = (unit: string, sure: boolean): ValueFix => ({ text: `${amount}${unit}`, sure });
  // A duration of more than an hour is unlikely.
  if (word === '')
    return Number(amount) > 60 ? [inUnit('s', false), inUnit('m', false)] : [inUnit('m', false), inUnit('s', false)];
  if (/^(?:d|days?)$/i.test(word)) return [{ text: `${Number(amount) * 24}h`, sure: true }];
  const unit = units.find(([pattern]) => pattern.test(word))?.[1];
  return unit === undefined ? [] : [inUnit(unit, true)];
}

export default defineRule({
  id: 'ppcm-duration',
  title: () => l10n.t`Invalid Go duration`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`PROXY_TIMEOUT\` must be a Go duration, such as \`5m\`, \`90s\`, or \`1h30m\`. A number without a unit, a space before the unit, or a word such as \`minutes\` isn't valid. In OSC 1.11 and earlier, cloud-api-adaptor fails to start. In OSC 1.12 and later, it silently uses the default of 5 minutes.`,
  source: [
    adaptor112('src/cloud-providers/util.go'),
    adaptor112('src/cloud-api-adaptor/pkg/adaptor/proxy/proxy.go'),
    adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    'OSC 1.12 §3.2',
  ],
  *check(context) {
    yield* checkValues(context, judgeDuration);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'PROXY_TIMEOUT: "5"', '#              ^^^ want'),
      prefer: mapFor('aws', 'PROXY_TIMEOUT: "5m"'),
    },
    {
      avoid: mapFor('aws', 'PROXY_TIMEOUT: "5 min"', '#              ^^^^^^^ want'),
      prefer: mapFor('aws', 'PROXY_TIMEOUT: "5m"'),
      release: '1.10',
    },
    {
      avoid: mapFor('aws', 'PROXY_TIMEOUT: "0s"', '#              ^^^^ want'),
      prefer: mapFor('aws', 'PROXY_TIMEOUT: "5m"'),
    },
  ],
});
