/**
 * The documented commands by which a cloud tells what the cluster does not know, as data: arguments, never a shell's
 * line; and what their answers give. Sources: OSC 1.12 §3.2 (AWS); OSC 1.10 §4.4 (Azure), §5.4 (Google Cloud).
 */
import * as l10n from '@vscode/l10n';
import {
  creatingPeerPodsConfigMap,
  peerPodsConfigMapOnAzure,
  peerPodsConfigMapOnGoogleCloud,
} from '#core/product/docSections.ts';
import type { DocSection } from '#core/product/docSection.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Release } from '#core/product/releases.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { networkPath } from './clusterValues.ts';
import type { Provider } from '#core/peerPods/configKey.ts';
import { keyNamed } from '#core/peerPods/keys/index.ts';
import type { Message } from '#core/text/message.ts';

export interface CloudCommand {
  /** The key whose value it gives; `AZURE_VNET_NAME` is no key, and asked for on the way. */
  readonly key: string;
  readonly argv: readonly [string, ...string[]];
  /** What is asked, in a sentence. */
  readonly what: Message;
  /** How it answers: lines of text, or JSON with lists in lists. */
  readonly answers: 'lines' | 'json';
  readonly docs: DocSection;
}

/** What commands are made of; what is not known yet leaves out the commands that need it. */
export interface CommandParts {
  readonly instance?: string;
  readonly region?: string;
  readonly resourceGroup?: string;
  /** AZURE: of the network, where it is another. */
  readonly networkResourceGroup?: string;
  readonly virtualNetwork?: string;
}

/** On the way to AZURE_SUBNET_ID. */
export const virtualNetworkKey = 'AZURE_VNET_NAME';

/**
 * All that can be asked with what is known, in the order of the documents. What is not of a form that is certain is not
 * put into a command.
 */
export function cloudCommands(provider: Provider, parts: CommandParts): readonly CloudCommand[] {
  switch (provider) {
    case 'aws':
      return awsCommands(parts);
    case 'azure':
      return azureCommands(parts);
    case 'gcp':
      return gcpCommands;
    default:
      return [];
  }
}

/** No value begins with a dash, or it would be read as an option. */
const safe = /^[A-Za-z0-9_][\w.()-]{0,99}$/;
const ifSafe = (text: string | undefined): string | undefined =>
  text !== undefined && safe.test(text) ? text : undefined;

function awsCommands(parts: CommandParts): readonly CloudCommand[] {
  const [instance, region] = [ifSafe(parts.instance), ifSafe(parts.region)];
  if (instance === undefined || region === undefined) return [];
  const describe = (key: string, what: string, field: string, output: 'text' | 'json'): CloudCommand => ({
    key,
    what: () => what,
    argv: [
      'aws',
      'ec2',
      'describe-instances',
      '--instance-ids',
      instance,
      '--query',
      `Reservations[*].Instances[*].${field}`,
      '--region',
      region,
      '--output',
      output,
    ],
    answers: output === 'json' ? 'json' : 'lines',
    docs: creatingPeerPodsConfigMap,
  });
  return [
    describe('AWS_SUBNET_ID', l10n.t`Subnet of worker instance ${instance}.`, 'SubnetId', 'text'),
    describe('AWS_VPC_ID', l10n.t`VPC of worker instance ${instance}.`, 'VpcId', 'text'),
    describe(
      'AWS_SG_IDS',
      l10n.t`Security groups of worker instance ${instance}.`,
      'SecurityGroups[*].GroupId',
      'json',
    ),
  ];
}

function azureCommands(parts: CommandParts): readonly CloudCommand[] {
  const group = ifSafe(parts.resourceGroup);
  const network = ifSafe(parts.virtualNetwork);
  const networkGroup = ifSafe(parts.networkResourceGroup) ?? group;
  const docs = peerPodsConfigMapOnAzure;
  if (group === undefined || networkGroup === undefined) return [];
  const ask = (key: string, what: string, words: readonly string[], query: string): CloudCommand => ({
    key,
    what: () => what,
    argv: ['az', ...words, '--query', query, '--output', 'tsv'],
    answers: 'lines',
    docs,
  });
  const inNetwork = ['--resource-group', networkGroup];
  return [
    ...(network === undefined
      ? [
          ask(
            virtualNetworkKey,
            l10n.t`Virtual networks in ${networkGroup}.`,
            ['network', 'vnet', 'list', ...inNetwork],
            '[].{Name:name}',
          ),
        ]
      : [
          ask(
            'AZURE_SUBNET_ID',
            l10n.t`Subnet of the worker nodes in ${network}.`,
            ['network', 'vnet', 'subnet', 'list', ...inNetwork, '--vnet-name', network],
            "[].{Id:id} | [? contains(Id, 'worker')]",
          ),
        ]),
    ask(
      'AZURE_NSG_ID',
      l10n.t`Network security groups in ${group}.`,
      ['network', 'nsg', 'list', '--resource-group', group],
      '[].{Id:id}',
    ),
    ask(
      'AZURE_REGION',
      l10n.t`Region of ${group}.`,
      ['group', 'show', '--resource-group', group],
      '{Location:location}',
    ),
  ];
}

const gcpCommands: readonly CloudCommand[] = [
  {
    key: 'GCP_PROJECT_ID',
    what: () => l10n.t`Project configured in gcloud.`,
    argv: ['gcloud', 'config', 'get-value', 'project'],
    answers: 'lines',
    docs: peerPodsConfigMapOnGoogleCloud,
  },
  {
    key: 'GCP_ZONE',
    what: () => l10n.t`Zone configured in gcloud.`,
    argv: ['gcloud', 'config', 'get-value', 'compute/zone'],
    answers: 'lines',
    docs: peerPodsConfigMapOnGoogleCloud,
  },
  {
    key: 'GCP_NETWORK',
    what: () => l10n.t`Networks in the project.`,
    argv: ['gcloud', 'compute', 'networks', 'list', '--format=value(name)'],
    answers: 'lines',
    docs: peerPodsConfigMapOnGoogleCloud,
  },
];

/** Characters of an answer that are looked at, and values in it, at most. */
const longestAnswer = 100_000;
const mostValues = 100;

/**
 * The values in an answer, each checked: one for a list, several where one is to be chosen. Also takes what the
 * documents' own commands print (`AWS_SUBNET_ID: "subnet-…"`).
 */
export function readCloudAnswer(
  { key, answers }: Pick<CloudCommand, 'key' | 'answers'>,
  text: string,
  release: Release,
): Result<readonly string[], string> {
  if (text.length > longestAnswer) return fail(l10n.t`The output is too long.`);
  const found = answers === 'json' ? (jsonTexts(text) ?? lineTexts(key, text)) : lineTexts(key, text);
  const words = [...new Set(found)]
    .slice(0, mostValues)
    .map((word) => (key === 'GCP_NETWORK' ? networkPath(word) : word));
  if (words.length === 0) return fail(l10n.t`The output contains no value for ${key}.`);
  const known = keyNamed(key);
  const values = known?.type === 'list' ? [words.flatMap((word) => word.split(',')).join(',')] : words;
  for (const value of values) {
    const problem =
      known === undefined
        ? safe.test(value)
          ? undefined
          : l10n.t`Invalid name "${value.slice(0, 60)}".`
        : validateConfigValue(known, value, release);
    // What a cloud says of itself is in one word.
    if (problem !== undefined) return fail(problem);
    if (/\s/.test(value)) return fail(l10n.t`${key} contains a space.`);
  }
  return succeed(values);
}

/** All texts of lists in lists; undefined: it is no JSON, or something else stands in it. */
function jsonTexts(text: string): readonly string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const lists: unknown[] = Array.isArray(value) ? value.flat(4) : [];
  return lists.length > 0 && lists.every((item) => typeof item === 'string') ? lists : undefined;
}

/** Words of all lines. `None` is what aws prints for nothing, `(unset)` what gcloud does. */
function lineTexts(key: string, text: string): readonly string[] {
  return text
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .map((line) => (line.startsWith(key) ? line.slice(key.length).replace(/^\s*[:=]\s*/, '') : line))
    .map((line) => /^"([^"]*)"$/.exec(line)?.[1] ?? line)
    .filter((line) => line !== '' && line !== 'None' && line !== '(unset)');
}
