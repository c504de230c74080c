import * as l10n from '@vscode/l10n';
import { parseTags, readsEnvironmentVariables } from '#core/peerPods/parseGoValues.ts';
import { adaptor111, adaptor112, document112 } from '#core/product/sources.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import {
  checkValues,
  createValueFinding,
  getProvider,
  listCheckedValues,
  type ValueCheck,
  type ValueFix,
} from '../checkValues.ts';

/** Checks for tags that aren't `key=value`. */
export const judgeTags: ValueCheck = ({ key, text }, release) => {
  if (key.type !== 'tags') return undefined;
  const { bad, lost, tags } = parseTags(text, release);
  // A trailing comma has no effect if all pairs were parsed.
  const real = bad.filter((element) => element.trim() !== '');
  const [first = ''] = real;
  if (bad.length === 0 || (real.length === 0 && lost.length === 0 && readsEnvironmentVariables(release)))
    return judgePairs(tags, text) ?? judgeRepeated(text);
  const shown = sanitizeQuote(first.trim(), 30);
  const problem = readsEnvironmentVariables(release)
    ? l10n.t`TAGS contains "${shown}" without "=", so cloud-api-adaptor silently ignores this entry and all entries after it.`
    : l10n.t`TAGS contains "${shown}" without "=", so cloud-api-adaptor fails to start.`;
  return { message: joinSentences(problem, l10n.t`Use ${'key=value,key=value'}.`), fixes: fixesOf(text) };
};

/** Checks for pairs that are parsed but probably don't have the intended meaning. */
function judgePairs(tags: Readonly<Record<string, string>>, text: string): ReturnType<ValueCheck> {
  if (Object.hasOwn(tags, ''))
    return { severity: 'warning', message: l10n.t`TAGS contains a value without a key. Use ${'key=value,key=value'}.` };
  const joined = Object.entries(tags).find(([, value]) => /;[^;=]*=/.test(value));
  if (joined === undefined) return undefined;
  const [name, value] = joined;
  return {
    severity: 'warning',
    message: l10n.t`Only commas separate tags, so the value of the tag ${sanitizeQuote(name, 30)} is "${sanitizeQuote(value, 40)}".`,
    fixes: [{ text: text.replaceAll(/\s*;\s*/g, ','), sure: false }],
  };
}

/** Checks for a key that occurs twice. cloud-api-adaptor keeps the last value. */
function judgeRepeated(text: string): ReturnType<ValueCheck> {
  const names = text.split(',').flatMap((element) => {
    const at = element.indexOf('=');
    return at === -1 ? [] : [element.slice(0, at).trim()];
  });
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated === undefined
    ? undefined
    : {
        severity: 'warning',
        message: l10n.t`TAGS contains the key "${sanitizeQuote(repeated, 30)}" more than once. cloud-api-adaptor uses only the last value, so remove the earlier tags with this key.`,
      };
}

/**
 * Limits of EC2 tags, in characters. Source: botocore 1.43.107 data/ec2/2016-11-15/service-2.json.gz, shape Tag, which
 * has 127 for keys. Other pages of AWS have 128.
 */
const [longestKey, longestValue] = [128, 256];

/** Checks for tags that EC2 rejects when a pod VM is created. */
function* checkAwsTags(context: RuleContext): Iterable<Finding> {
  const checked = listCheckedValues(context).findLast(({ key }) => key.type === 'tags');
  if (checked === undefined || getProvider(context.manifest)?.name !== 'aws') return;
  if (judgeTags(checked, context.release) !== undefined) return;
  for (const [name, value] of Object.entries(parseTags(checked.text, context.release).tags)) {
    const shown = sanitizeQuote(name, 30);
    const problem = /^aws:/i.test(name)
      ? l10n.t`The tag "${shown}" starts with aws:, which AWS reserves.`
      : name.length > longestKey
        ? l10n.t`The key of the tag "${shown}" is longer than ${longestKey} characters.`
        : value.length > longestValue
          ? l10n.t`The value of the tag "${shown}" is longer than ${longestValue} characters.`
          : undefined;
    if (problem === undefined) continue;
    yield createValueFinding(context.manifest, checked.entry, {
      severity: 'warning',
      message: joinSentences(problem, l10n.t`AWS rejects the request to create the pod VM.`),
    });
    return;
  }
}

function fixesOf(text: string): readonly ValueFix[] {
  const pairs = text.trim().startsWith('{') ? ofJson(text) : ofColons(text);
  return pairs === undefined ? [] : [{ text: pairs.join(','), sure: true }];
}

/** Converts pairs in the form `key: value` or `key:value`, as in the documentation text. Keeps valid pairs. */
function ofColons(text: string): readonly string[] | undefined {
  const pairs: string[] = [];
  for (const element of text.split(',')) {
    if (element.trim() === '') continue;
    const colon = element.indexOf(':');
    const [name, value] = [element.slice(0, Math.max(0, colon)).trim(), element.slice(colon + 1).trim()];
    if (!element.includes('=') && (!/^[^\s:={}"']+$/.test(name) || !/^[^:={}"']*$/.test(value))) return undefined;
    pairs.push(element.includes('=') ? element.trim() : `${name}=${value}`);
  }
  return pairs.length === 0 ? undefined : pairs;
}

function ofJson(text: string): readonly string[] | undefined {
  let tags: unknown;
  try {
    tags = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof tags !== 'object' || tags === null || Array.isArray(tags)) return undefined;
  const pairs = Object.entries(tags).map(([name, value]) =>
    typeof value === 'string' && !/[,=]/.test(name + value) ? `${name}=${value}` : undefined,
  );
  const known = pairs.filter((pair) => pair !== undefined);
  return known.length === pairs.length && known.length > 0 ? known : undefined;
}

export default defineRule({
  id: 'ppcm-tags-format',
  title: () => l10n.t`Invalid TAGS format`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`TAGS\` in \`peer-pods-cm\` must be a comma-separated list of \`key=value\` pairs, but at least one item has no \`=\`. In OSC 1.11 and earlier, cloud-api-adaptor then fails to start. In OSC 1.12 and later, it silently ignores this item and all items after it. The OSC documentation describes the format as \`key:value\`, but its sample uses \`=\`. IBM Cloud accepts any string as a tag, so its tags aren't checked.

For a key that occurs twice, the severity is warning, because only its last value is used. On AWS, the severity is also warning for a key with the reserved prefix \`aws:\` and for a key or value that is too long, because AWS rejects the request to create the pod VM.

Write \`TAGS\` in the form \`owner=me,team=sandbox\`.`,
  source: [
    adaptor112('src/cloud-providers/types.go'),
    adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    document112('3.2'),
    'botocore 1.43.107 data/ec2/2016-11-15/service-2.json.gz',
  ],
  *check(context) {
    yield* checkValues(context, judgeTags);
    yield* checkAwsTags(context);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'TAGS: "owner:me, team=sandbox"', '#     ^^^^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "owner=me,team=sandbox"'),
    },
    {
      avoid: mapFor('azure', `TAGS: '{"owner":"me"}'`, '#     ^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('azure', 'TAGS: "owner=me"'),
    },
    {
      avoid: mapFor('aws', 'TAGS: "owner=me;team=sandbox"', '#     ^^^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "owner=me,team=sandbox"'),
    },
    {
      avoid: mapFor('aws', 'TAGS: "=sandbox"', '#     ^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "team=sandbox"'),
    },
    {
      avoid: mapFor('aws', 'TAGS: "owner=me,owner=you"', '#     ^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "owner=you"'),
    },
    {
      avoid: mapFor('aws', 'TAGS: "aws:owner=me"', '#     ^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "owner=me"'),
    },
    {
      avoid: mapFor('aws', 'TAGS: "production"', '#     ^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "environment=production"'),
    },
  ],
});
