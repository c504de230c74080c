/**
 * Validates a value that a user types or pastes, or that a cloud provider returns, before it is written. Uses the same
 * checks as the rules for peer-pods-cm (server/src/manifest/rules/peerPods). Also rejects unusual values that
 * cloud-api-adaptor accepts only by chance.
 */
import * as l10n from '@vscode/l10n';
import type { Release } from '../product/releases.ts';
import type { ConfigKey } from './configKey.ts';
import { spacesPreventStart, isGoDuration, isPort, parseTags } from './parseGoValues.ts';
import { providerNamed } from './providers.ts';
import { getSentenceSeparator } from '../text/grammar.ts';

/** Maximum length of a value, in characters. A Google Cloud key file has about 2,000. */
const longest = 20_000;

/**
 * Returns an error sentence, or undefined if the value is valid. Accepts an empty value. The caller must check whether
 * the key is required.
 */
export function validateConfigValue(key: ConfigKey, text: string, release: Release): string | undefined {
  const { name } = key;
  if (text === '') return undefined;
  if (text.length > longest) return l10n.t`${name} is longer than ${longest} characters.`;
  // Credentials such as key files and certificates can contain line breaks.
  if (key.credential === true) return undefined;
  if (/\p{Cc}|\p{Cf}/u.test(text)) return l10n.t`${name} contains line breaks or invisible characters.`;
  if (/<[A-Za-z][^<>]*>/.test(text))
    return l10n.t`${name} still contains a placeholder from the documentation. Replace the text in angle brackets.`;
  return checkType(key, text, release) ?? checkForm(key, text) ?? checkBlanks(key, text, release);
}

function mustBe(name: string, one: string, other: string): string {
  return l10n.t`${name} must be ${one} or ${other}.`;
}

function checkType(key: ConfigKey, text: string, release: Release): string | undefined {
  const { name, type, values = {} } = key;
  switch (type) {
    case 'boolean':
      return text === 'true' || text === 'false' ? undefined : mustBe(name, 'true', 'false');
    case 'yes-no':
      return text === 'yes' || text === 'no' ? undefined : mustBe(name, 'yes', 'no');
    case 'integer':
    case 'port':
      return checkNumber(key, text);
    case 'duration':
      return isGoDuration(text) ? undefined : l10n.t`${name} must be a number with a unit, such as 5m or 90s.`;
    case 'tags': {
      const [bad] = parseTags(text, release).bad;
      return bad === undefined
        ? undefined
        : l10n.t`${name} must contain comma-separated key=value pairs. "${bad.slice(0, 40)}" has no =.`;
    }
    case 'enum':
      if (name === 'CLOUD_PROVIDER')
        return providerNamed(text) === undefined ? l10n.t`Unknown ${name} "${text.slice(0, 40)}".` : undefined;
      return Object.hasOwn(values, text) ? undefined : misspelled(name, text, Object.keys(values));
    default:
      return undefined;
  }
}

/**
 * Reports only values that differ from a known one in case, hyphens, or spaces. A cloud provider might accept other
 * values.
 */
function misspelled(name: string, text: string, values: readonly string[]): string | undefined {
  const plain = (value: string): string => value.trim().toLowerCase().replaceAll('-', '_');
  const meant = values.find((value) => plain(value) === plain(text));
  return meant === undefined ? undefined : l10n.t`The value of ${name} is misspelled. Use ${meant}.`;
}

function checkNumber({ name, type, minimum, maximum }: ConfigKey, text: string): string | undefined {
  if (!/^\d{1,9}$/.test(text)) return l10n.t`${name} must be a whole number (digits only).`;
  const value = Number(text);
  if (type === 'port') return isPort(value) ? undefined : l10n.t('{0} must be between {1} and {2}.', name, 1, 65_535);
  if (value < (minimum ?? 0) || value > (maximum ?? Infinity))
    return maximum === undefined
      ? l10n.t`${name} must be ${minimum ?? 0} or more.`
      : l10n.t`${name} must be between ${minimum ?? 0} and ${maximum}.`;
  return undefined;
}

function checkForm({ name, type, pattern, form }: ConfigKey, text: string): string | undefined {
  const items = type === 'list' ? text.split(',') : [text];
  if (type === 'list' && items.some((item) => item === '' || /\s/.test(item)))
    return l10n.t`${name} must be a comma-separated list without spaces.`;
  const wrong = pattern === undefined ? undefined : items.find((item) => !pattern.test(item));
  if (wrong === undefined) return undefined;
  const expected = (form?.() ?? pattern?.source ?? '').replaceAll('`', '');
  return [
    l10n.t`${name} doesn't accept "${wrong.slice(0, 60)}".`,
    l10n.t`Expected: ${expected}` + (/[.。]$/.test(expected) ? '' : '.'),
  ].join(getSentenceSeparator());
}

function checkBlanks({ name, type }: ConfigKey, text: string, release: Release): string | undefined {
  if (text.trim() !== text) return l10n.t`${name} starts or ends with a space.`;
  return type !== 'tags' && spacesPreventStart(text, release, name) ? l10n.t`${name} can't contain spaces.` : undefined;
}
