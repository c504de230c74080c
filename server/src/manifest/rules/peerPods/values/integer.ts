import * as l10n from '@vscode/l10n';
import { isPort, readInteger, readUnsigned } from '#core/peerPods/parseGoValues.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { adaptor111, adaptor112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { describeOutOfRange, describeUnusable } from '../../shared/valueWords.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { sizeKey } from './rootVolume.ts';
import { checkValues, type ValueCheck, type ValueFix } from '../checkValues.ts';

/** Keys that are parsed as unsigned integers. */
const unsigned: ReadonlySet<string> = new Set(['LIBVIRT_CPU', 'LIBVIRT_MEMORY']);

/** Checks for numbers that are invalid or out of range. */
export const judgeInteger: ValueCheck = ({ key, text }, release) => {
  if (key.type !== 'integer' && key.type !== 'port') return undefined;
  const reading = unsigned.has(key.name) ? readUnsigned(text, release) : readInteger(text, release);
  const what = `${key.name} "${sanitizeQuote(text, 30)}"`;
  const fixes = fixesOf(key, text);
  if (reading.outcome === 'stops' || reading.outcome === 'ignored')
    return {
      message: joinSentences(l10n.t`${what} isn't an integer.`, describeUnusable(reading.outcome, key.default)),
      fixes,
    };
  if (reading.outcome !== 'read') return undefined;
  if (reading.dropped !== undefined && reading.dropped.trim() !== '')
    return {
      message: `${l10n.t`cloud-api-adaptor reads only ${reading.value} from ${what} and silently ignores the rest.`}${getSentenceSeparator()}${l10n.t`Use digits only.`}`,
      fixes,
    };
  return inRange(key, reading.value) ? undefined : { message: outOfRange(what, key) };
};

function inRange({ name, type, minimum, maximum }: ConfigKey, value: number): boolean {
  if (type === 'port') return isPort(value);
  // A separate rule checks the minimum disk size.
  return name === sizeKey || (value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity));
}

function outOfRange(what: string, { minimum = 0, maximum }: ConfigKey): string {
  return describeOutOfRange(what, maximum === undefined ? `≥ ${minimum}` : `${minimum}–${maximum}`);
}

/** Suggests the leading digits of the value. The fix is safe if nothing, or only the key's own unit, follows them. */
function fixesOf({ name, type, minimum, maximum, sample }: ConfigKey, text: string): readonly ValueFix[] {
  const [whole = '', digits] = /^\+?(\d{1,9})(?![\d.,])/.exec(text.trim()) ?? [];
  const rest = text.trim().slice(whole.length).trim();
  const number = Number(digits);
  if (digits === undefined || String(number) === text) return [];
  const unit =
    type === 'port'
      ? /^\/?(?:udp|tcp)$/i
      : name === sizeKey
        ? /^gi?b?$/i
        : name === 'LIBVIRT_MEMORY'
          ? /^mi?b?$/i
          : /^$/;
  // A port other than the documented one must be reported, so the fix isn't applied automatically.
  const isAllowed =
    (type !== 'port' || sample === undefined || sample === String(number)) &&
    number >= (minimum ?? 0) &&
    number <= (maximum ?? Infinity);
  return [{ text: String(number), sure: isAllowed && (rest === '' || unit.test(rest)) }];
}

export default defineRule({
  id: 'ppcm-int',
  title: () => l10n.t`Invalid number`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The value of this key must be a whole number without a unit. In OSC 1.11 and earlier, cloud-api-adaptor fails to start with any other value. In OSC 1.12 and later, it reads only the number at the start, such as 10 from \`"10GB"\`. If there is no such number, it silently uses the default. Ports must be between 1 and 65535.

Write only the number.`,
  source: [
    adaptor112('src/cloud-providers/util.go'),
    adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    'OSC 1.12 §3.2',
  ],
  *check(context) {
    yield* checkValues(context, judgeInteger);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'ROOT_VOLUME_SIZE: "30GB"', '#                 ^^^^^^ want'),
      prefer: mapFor('aws', 'ROOT_VOLUME_SIZE: "30"'),
    },
    {
      avoid: mapFor(
        'aws',
        'FORWARDER_PORT: "70000"',
        '#               ^^^^^^^ want',
        'PEERPODS_LIMIT_PER_NODE: "ten"',
        '#                        ^^^^^ want',
      ),
      prefer: mapFor('aws', 'FORWARDER_PORT: "15150"', 'PEERPODS_LIMIT_PER_NODE: "10"'),
    },
    {
      avoid: mapFor('libvirt', 'LIBVIRT_MEMORY: "8192 MiB"', '#               ^^^^^^^^^^ want'),
      prefer: mapFor('libvirt', 'LIBVIRT_MEMORY: "8192"'),
      release: '1.11',
    },
  ],
});
