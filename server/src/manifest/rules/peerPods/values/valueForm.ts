import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import { formatAlternatives, formatList, joinSentences, splitSentences } from '#core/text/grammar.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { dataText } from '#server/engine/yaml/objects/dataEntries.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor, mapOf } from '#server/engine/examples/exampleMaps.ts';
import { checkPoolAddresses } from './poolAddresses.ts';
import {
  checkValues,
  createValueFinding,
  listCheckedValues,
  stripBackticks,
  type ValueCheck,
  type ValueProblem,
} from '../checkValues.ts';
import { checkBesideActions } from './besideActions.ts';

/** Checks for values that don't match the format that their key requires. */
export const judgeValueForm: ValueCheck = ({ key, text }) => {
  if (key.type === 'enum') return judgeListed(key, text);
  const { pattern, name, form } = key;
  if (pattern === undefined) return undefined;
  const items = key.type === 'list' ? text.split(',') : [text];
  const isWrong = (item: string) => item.trim() !== '' && !pattern.test(key.type === 'list' ? item.trim() : item);
  const wrong = items.find(isWrong);
  // Another rule reports spaces instead of commas and can fix them.
  if (wrong === undefined || (key.type === 'list' && /\S\s+\S/.test(wrong))) return undefined;
  const right = items.map((item) => (isWrong(item) ? meant(item, key, pattern) : item));
  const known = right.every((item) => item !== undefined);
  // The other sentence of a format, such as "Comma-separated, without spaces.", isn't about the quoted item.
  const [itemForm = pattern.source] = splitSentences(form?.() ?? pattern.source);
  const expected = stripBackticks(itemForm).replace(/\.$/, '');
  return {
    // A message can't contain backquotes, which are Markdown.
    message:
      wrong.includes('`') && pattern.test(wrong.trim().replaceAll('`', ''))
        ? l10n.t`${name} contains a backtick, which isn't allowed in the value. Expected: ${expected}.`
        : l10n.t`${name} doesn't accept "${sanitizeQuote(wrong, 40)}". Expected: ${expected}.`,
    fixes: known ? [{ text: right.join(','), sure: true }] : [],
  };
};

/**
 * Checks the value of a key with known values. Reports a value that differs from a known one only in case, spaces, or
 * dashes. For some keys, also reports other unknown values.
 */
function judgeListed({ name, values = {} }: ConfigKey, text: string): ReturnType<ValueCheck> {
  if (name === 'CLOUD_PROVIDER' || Object.hasOwn(values, text)) return undefined;
  if (name === 'GCP_DISK_TYPE') return judgeDiskType(values, text);
  if (name === 'TUNNEL_TYPE')
    return {
      severity: 'error',
      message: l10n.t`cloud-api-adaptor fails to start because of the unknown tunnel type "${sanitizeQuote(text, 40)}". Use vxlan.`,
      fixes: [{ text: 'vxlan', sure: true }],
    };
  const plain = (value: string) => value.trim().toLowerCase().replaceAll('-', '_');
  const known = Object.keys(values).find((value) => plain(value) === plain(text));
  if (known === undefined) return undefined;
  return {
    message: l10n.t`${name} doesn't accept "${sanitizeQuote(text, 40)}". Expected: ${`"${known}"`}.`,
    fixes: [{ text: known, sure: true }],
  };
}

/** Checks the disk type on Google Cloud, which also supports types that cloud-api-adaptor doesn't name. */
function judgeDiskType(values: NonNullable<ConfigKey['values']>, text: string): ValueProblem {
  const known = Object.keys(values);
  const near = known.find((name) => name === `pd-${text.trim().toLowerCase()}`) ?? findNearestName(text, known)?.name;
  const shown = sanitizeQuote(text, 40);
  return near === undefined && !text.startsWith('pd-')
    ? { severity: 'info', message: l10n.t`"${shown}" isn't a known disk type. Known types: ${formatList(known)}.` }
    : {
        message: l10n.t`GCP_DISK_TYPE doesn't accept "${shown}". Expected: ${formatAlternatives(known)}.`,
        fixes: near === undefined ? [] : [{ text: near, sure: true }],
      };
}

/**
 * Checks LIBVIRT_LAUNCH_SECURITY. cloud-api-adaptor validates it only for confidential VMs, and then creates no VM with
 * an unknown value.
 */
function* checkLaunchSecurity(context: RuleContext): Iterable<Finding> {
  const checked = listCheckedValues(context).findLast(({ key }) => key.name === 'LIBVIRT_LAUNCH_SECURITY');
  if (checked === undefined || judgeValueForm(checked, context.release) !== undefined) return;
  const known = Object.keys(checked.key.values ?? {});
  if (known.includes(checked.text)) return;
  const unknown = sanitizeQuote(checked.text, 40);
  const isConfidential = dataText(context.manifest, 'DISABLECVM') === 'false';
  yield createValueFinding(context.manifest, checked.entry, {
    severity: isConfidential ? 'error' : 'warning',
    message: joinSentences(
      isConfidential
        ? l10n.t`cloud-api-adaptor doesn't create pod VMs because of the unknown launch security type "${unknown}".`
        : l10n.t`The unknown launch security type "${unknown}" is ignored because DISABLECVM isn't "false".`,
      l10n.t`Use ${formatAlternatives(known)}.`,
    ),
    fixes: known.slice(0, 1).map((text) => ({ text, sure: known.length === 1 })),
  });
}

/**
 * Returns the first correction that matches the format, if any: spaces removed, lowercase, a leading slash added, a
 * zone replaced by its region, backquotes removed, or a network name expanded to its path.
 */
function meant(written: string, { name }: ConfigKey, pattern: RegExp): string | undefined {
  const text = written.trim();
  const network = name === 'GCP_NETWORK' ? /^(?:globals?\/networks?\/)?([a-z][a-z0-9-]*)$/.exec(text)?.[1] : undefined;
  return [
    text,
    text.toLowerCase(),
    `/${text}`,
    text.replace(/(\d)[a-f]$/, '$1'),
    text.replaceAll('`', ''),
    ...(network === undefined ? [] : [`global/networks/${network}`]),
  ].find((candidate) => pattern.test(candidate));
}

export default defineRule({
  id: 'ppcm-value-form',
  title: () => l10n.t`Invalid value format`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The value doesn't have the format that the cloud provider requires for this key in \`peer-pods-cm\`. For example, it's an ID without its prefix, a zone instead of a region, or a name instead of a full resource ID. In most cases, the value isn't checked until the first pod VM is created. The cloud provider then rejects it, and the pod doesn't start. If a value prevents cloud-api-adaptor from starting, the severity of the finding is error. The rule checks only keys with a known format.

Use a value in the format shown in the finding.`,
  source: [
    document112('3.2'),
    adaptor112('src/cloud-providers/aws/manager.go'),
    adaptor112('src/cloud-providers/azure/manager.go'),
    adaptor112('src/cloud-providers/byom/types.go'),
    'validatedpatterns/coco-pattern@945f921a charts/all/sandbox/templates/peer-pods-cm.yaml (a backtick beside a template action)',
  ],
  *check(context) {
    yield* checkValues(context, judgeValueForm);
    yield* checkLaunchSecurity(context);
    yield* checkPoolAddresses(context);
    yield* checkBesideActions(context);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'AWS_REGION: "us-east-2a"', '#           ^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'AWS_REGION: "us-east-2"'),
    },
    {
      avoid: mapFor(
        'azure',
        'AZURE_NSG_ID: "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/networkSecurityGroups/n`"',
        `#             ${'^'.repeat(88)} want`,
      ),
      prefer: mapFor(
        'azure',
        'AZURE_NSG_ID: "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/networkSecurityGroups/n"',
      ),
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
      avoid: mapFor(
        'azure',
        'AZURE_IMAGE_ID: "Canonical:ubuntu:server:latest"',
        '#               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('azure', 'AZURE_IMAGE_ID: "/CommunityGalleries/cocopodvm/Images/podvm/Versions/1.0.0"'),
    },
    {
      avoid: mapFor(
        'gcp',
        'GCP_DISK_TYPE: "ssd"',
        '#              ^^^^^ want',
        'GCP_NETWORK: "globals/network/default"',
        '#            ^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('gcp', 'GCP_DISK_TYPE: "pd-ssd"', 'GCP_NETWORK: "global/networks/default"'),
    },
    {
      avoid: mapFor('gcp', 'GCP_PROJECT_ID: "My Project"', '#               ^^^^^^^^^^^^ want'),
      prefer: mapFor('gcp', 'GCP_PROJECT_ID: "my-project"'),
    },
    {
      avoid: mapFor('aws', 'TUNNEL_TYPE: "geneve"', '#            ^^^^^^^^ want'),
      prefer: mapFor('aws', 'TUNNEL_TYPE: "vxlan"'),
    },
    {
      avoid: mapFor('aws', 'POD_SUBNET_CIDRS: "10.244.0.0"', '#                 ^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'POD_SUBNET_CIDRS: "10.244.0.0/16"'),
    },
    {
      avoid: mapFor(
        'libvirt',
        'DISABLECVM: "false"',
        'LIBVIRT_LAUNCH_SECURITY: "s390"',
        '#                        ^^^^^^ want',
      ),
      prefer: mapFor('libvirt', 'DISABLECVM: "false"', 'LIBVIRT_LAUNCH_SECURITY: "s390-pv"'),
    },
    {
      avoid: mapOf(
        'CLOUD_PROVIDER: "byom"',
        'VM_POOL_IPS: "10.0.0.5,10.0.0.300"',
        '#            ^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapOf('CLOUD_PROVIDER: "byom"', 'VM_POOL_IPS: "10.0.0.5,10.0.0.30"'),
    },
    {
      avoid: mapOf(
        'CLOUD_PROVIDER: "byom"',
        'VM_POOL_IPS: "10.0.0.30-10.0.0.5"',
        '#            ^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapOf('CLOUD_PROVIDER: "byom"', 'VM_POOL_IPS: "10.0.0.5-10.0.0.30"'),
    },
    {
      avoid: mapFor('gcp', 'GCP_CONFIDENTIAL_TYPE: "sev-snp"', '#                      ^^^^^^^^^ want'),
      prefer: mapFor('gcp', 'GCP_CONFIDENTIAL_TYPE: "SEV_SNP"'),
    },
    {
      avoid: `{{- if .Values.sandbox.azure }}${mapFor(
        'azure',
        'AZURE_NSG_ID: "{{ .Values.sandbox.azureNSG }}`"',
        '#             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      )}{{- end }}\n`,
      prefer: `{{- if .Values.sandbox.azure }}${mapFor('azure', 'AZURE_NSG_ID: "{{ .Values.sandbox.azureNSG }}"')}{{- end }}\n`,
    },
  ],
});
