/**
 * Defines the documented commands that read values available only from the cloud provider, and parses their output.
 * Commands are argument lists, never shell command lines. Sources: OSC 1.12 §3.2 (AWS); OSC 1.10 §4.4 (Azure), §5.4
 * (Google Cloud).
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
  /** Key of the returned value. `AZURE_VNET_NAME` isn't a peer pods key but an intermediate value. */
  readonly key: string;
  readonly argv: readonly [string, ...string[]];
  /** Description of the value, in one sentence. */
  readonly what: Message;
  /** Output format: lines of text, or JSON with nested lists. */
  readonly answers: 'lines' | 'json';
  readonly docs: DocSection;
}

/** Values for the commands. Commands that need a missing value are omitted. */
export interface CommandParts {
  readonly instance?: string;
  readonly region?: string;
  readonly resourceGroup?: string;
  /** Azure only: resource group of the network, if different. */
  readonly networkResourceGroup?: string;
  readonly virtualNetwork?: string;
}

/** Name of the variable from whose value the commands determine AZURE_SUBNET_ID. */
export const virtualNetworkKey = 'AZURE_VNET_NAME';

/**
 * Returns the commands that are possible with the known values, in documentation order. Commands never include values
 * in an unexpected format.
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

/** Matches safe values. A value must not start with a dash, because the command would interpret it as an option. */
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

/** Maximum number of characters in the output. */
const longestAnswer = 100_000;
/** Maximum number of values in the output. */
const mostValues = 100;

/**
 * Returns the validated values in the output of a command: one value for a list, or several from which the user selects
 * one. Also accepts the output of the documentation's own commands, such as `AWS_SUBNET_ID: "subnet-0abc"`.
 */
export function readCloudOutput(
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
    // Values from a cloud provider contain no spaces.
    if (problem !== undefined) return fail(problem);
    if (/\s/.test(value)) return fail(l10n.t`${key} contains a space.`);
  }
  return succeed(values);
}

/** Returns all strings of nested lists. Returns undefined if the output isn't JSON or contains other values. */
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

/** Returns the values of all lines. Skips `None`, which aws prints for no value, and `(unset)`, which gcloud prints. */
function lineTexts(key: string, text: string): readonly string[] {
  return text
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .map((line) => (line.startsWith(key) ? line.slice(key.length).replace(/^\s*[:=]\s*/, '') : line))
    .map((line) => /^"([^"]*)"$/.exec(line)?.[1] ?? line)
    .filter((line) => line !== '' && line !== 'None' && line !== '(unset)');
}
