import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { checkValues, stripBackticks, type ValueCheck } from '../checkValues.ts';

/** Checks for values that don't have the format of their key. */
export const judgeValueForm: ValueCheck = ({ key, text }) => {
  if (key.type === 'enum') return judgeListed(key, text);
  const { pattern, name, form } = key;
  if (pattern === undefined) return undefined;
  const items = key.type === 'list' ? text.split(',') : [text];
  const isWrong = (item: string) => item.trim() !== '' && !pattern.test(key.type === 'list' ? item.trim() : item);
  const wrong = items.find(isWrong);
  // Another rule reports spaces instead of commas and can fix them.
  if (wrong === undefined || (key.type === 'list' && /\S\s+\S/.test(wrong))) return undefined;
  const right = items.map((item) => (isWrong(item) ? meant(item, pattern) : item));
  const known = right.every((item) => item !== undefined);
  return {
    message: l10n.t`${name} doesn't accept "${sanitizeQuote(wrong, 40)}". Expected: ${stripBackticks(form?.() ?? pattern.source).replace(/\.$/, '')}.`,
    fixes: known ? [{ text: right.join(','), sure: true }] : [],
  };
};

/** Checks for a value that differs from a known one only in case, spaces, or dashes. */
function judgeListed({ name, values = {} }: ConfigKey, text: string): ReturnType<ValueCheck> {
  if (name === 'CLOUD_PROVIDER' || Object.hasOwn(values, text)) return undefined;
  const plain = (value: string) => value.trim().toLowerCase().replaceAll('-', '_');
  const known = Object.keys(values).find((value) => plain(value) === plain(text));
  if (known === undefined) return undefined;
  return {
    message: l10n.t`${name} doesn't accept "${sanitizeQuote(text, 40)}". Expected: ${`"${known}"`}.`,
    fixes: [{ text: known, sure: true }],
  };
}

/** Returns the intended value: without spaces, in lowercase, with a leading slash, or the region of a zone. */
function meant(written: string, pattern: RegExp): string | undefined {
  const text = written.trim();
  return [text, text.toLowerCase(), `/${text}`, text.replace(/(\d)[a-f]$/, '$1')].find((candidate) =>
    pattern.test(candidate),
  );
}

export default defineRule({
  id: 'ppcm-value-form',
  title: () => l10n.t`Invalid value format`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The value doesn't have the format that the cloud provider requires for this key of \`peer-pods-cm\`: for example, an ID without its prefix, a zone instead of a region, or a name instead of a full resource ID. Nothing checks the value until the first pod VM is created. The cloud provider then rejects it, and the pod doesn't start. The rule checks only keys with a known format.

Use a value in the format that the finding shows.`,
  source: [
    document112('3.2'),
    adaptor112('src/cloud-providers/aws/manager.go'),
    adaptor112('src/cloud-providers/azure/manager.go'),
  ],
  *check(context) {
    yield* checkValues(context, judgeValueForm);
  },
  examples: [
    {
      avoid: mapFor('aws', 'AWS_REGION: "us-east-2a"', '#           ^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'AWS_REGION: "us-east-2"'),
    },
    {
      avoid: mapFor('azure', 'AZURE_SUBNET_ID: "worker-subnet"', '#                ^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('azure'),
    },
    {
      avoid: mapFor(
        'aws',
        'AWS_SG_IDS: "sg-0123456789abcdef0,SG-0123456789ABCDEF1"',
        '#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('aws', 'AWS_SG_IDS: "sg-0123456789abcdef0,sg-0123456789abcdef1"'),
    },
    {
      avoid: mapFor('gcp', 'GCP_CONFIDENTIAL_TYPE: "sev-snp"', '#                      ^^^^^^^^^ want'),
      prefer: mapFor('gcp', 'GCP_CONFIDENTIAL_TYPE: "SEV_SNP"'),
    },
  ],
});
