/**
 * Generates a script for the ports that peer pods need. On AWS, the script contains the documented commands that open
 * them. The commands for other cloud providers are in cloudPorts.ts. The extension never runs the script. Scripts are
 * in English. Sources: OSC 1.12 §3.1 (only AWS); ports: openshift/cloud-api-adaptor@067d2068
 * src/cloud-api-adaptor/pkg/forwarder/forwarder.go:28, OSC 1.12 §3.2 (VXLAN_PORT).
 */
import * as l10n from '@vscode/l10n';
import { formatTimestamp } from '#core/common/time.ts';
import { enablingPorts } from '#core/product/docSections.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { omitUndefined } from '#core/common/json.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { createInEnglish } from '#core/text/language.ts';
import { isDocumentedProvider } from '#core/peerPods/providers.ts';
import { createPortTestCommand, defaultForwarderPort } from './portTest.ts';
import { cloudPortCommands } from './cloudPorts.ts';
import { providerOfPlatform } from './clusterValues.ts';
import { renderShellComment, quoteShellSentence, createShellPlaceholder } from '#core/oc/shellText.ts';

export interface PortsInput {
  /** Kubeconfig context, for display. */
  readonly cluster: string;
  /** Platform from the Infrastructure resource, such as `AWS`. Undefined if unknown. */
  readonly platform?: string;
  /** `CLOUD_PROVIDER` from peer-pods-cm. Undefined or empty if not set. */
  readonly provider?: string;
  readonly region?: string;
  /** A worker node with its `spec.providerID`, such as `aws:///us-east-2a/i-0abc`. */
  readonly worker?: { readonly name: string; readonly providerId: string };
  /** `FORWARDER_PORT` and `VXLAN_PORT` from peer-pods-cm. */
  readonly forwarderPort?: string;
  readonly vxlanPort?: string;
  /** `AWS_SG_IDS` from peer-pods-cm. */
  readonly securityGroups?: string;
  /** Data of peer-pods-cm. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Project of a cluster on Google Cloud. */
  readonly project?: string;
  /** Time of the data, in milliseconds since 1970. Undefined if no cluster was read. */
  readonly asOf?: number;
}

/**
 * Ports for the connection from the shim on a node to the agent in the pod VM, and for the tunnel of the pod network.
 */
const documentedPorts = { forwarder: defaultForwarderPort, vxlan: '9000' } as const;

/**
 * `none`: no ports to open; `list`: the documentation has no commands for this cloud provider; `script`: the documented
 * commands.
 */
export type PortsScript =
  | { readonly kind: 'none'; readonly message: string }
  | {
      readonly kind: 'list';
      readonly message: string;
      readonly detail: readonly string[];
      readonly ports: readonly string[];
    }
  | { readonly kind: 'script'; readonly script: string };

/** Returns the values of a cluster for the script. */
export function createPortsInput(
  observed: Pick<ObservedCluster, 'context' | 'facts' | 'now' | 'snapshot'>,
  worker: PortsInput['worker'],
): PortsInput {
  const infrastructure = getLookupValue(observed, 'infrastructure');
  const settings = findItem(observed.snapshot, 'configMaps', peerPodsConfigMapName)?.data;
  return {
    cluster: observed.context,
    asOf: observed.now,
    ...omitUndefined({
      platform: infrastructure?.platform,
      region: infrastructure?.region,
      project: infrastructure?.project,
      worker,
    }),
    ...withSettings(settings),
  };
}

/** Returns the values from peer-pods-cm. */
export function withSettings(settings: Readonly<Record<string, string>> | undefined): Partial<PortsInput> {
  return omitUndefined({
    settings,
    provider: settings?.['CLOUD_PROVIDER'],
    forwarderPort: settings?.['FORWARDER_PORT'],
    vxlanPort: settings?.['VXLAN_PORT'],
    securityGroups: settings?.['AWS_SG_IDS'],
  });
}

/** Returns the ports to open on a cluster. */
export function buildPortsScript(input: PortsInput): PortsScript {
  const { platform, provider = '' } = input;
  const isSet = provider !== '';
  if (!isSet && platform !== undefined && providerOfPlatform(platform) === undefined)
    return {
      kind: 'none',
      message: l10n.t`No ports to open: platform ${comment(platform)} doesn't support peer pods.`,
    };
  if (platform === 'AWS' && (!isSet || provider === 'aws'))
    return { kind: 'script', script: createInEnglish(() => [...head(input), ...awsCommands(input), '']).join('\n') };
  const [forwarder, vxlan] = portsOf(input);
  const name = isSet ? provider : (providerOfPlatform(platform) ?? '');
  const commands = isDocumentedProvider(name) ? cloudPortCommands[name] : undefined;
  if (commands !== undefined) {
    const { settings = {}, project, region } = input;
    const script = createInEnglish(() => [
      ...head(input),
      ...openedPorts(input),
      ...commands({ settings, forwarder, vxlan, project, region }),
      '',
      ...verification(forwarder),
      '',
    ]);
    return { kind: 'script', script: script.join('\n') };
  }
  const cloud = isSet ? comment(provider) : platform;
  return {
    kind: 'list',
    message: l10n.t`Open TCP ports ${forwarder} and ${vxlan} between the nodes and the pod VMs on ${comment(input.cluster)}, in both directions.`,
    detail: [
      ...portSentences(forwarder, vxlan),
      ...invalidPorts(input),
      cloud === undefined
        ? l10n.t`The documentation provides commands only for AWS. Use your cloud provider's tools.`
        : l10n.t`The documentation provides commands only for AWS, not for ${cloud}. Use your cloud provider's tools.`,
    ],
    ports: [forwarder, vxlan],
  };
}

function head(input: PortsInput): readonly string[] {
  return [
    '#!/usr/bin/env bash',
    renderShellComment(headline(input)),
    renderShellComment(
      l10n.t`Review this script. Then run it on a computer where you're logged in to the cloud provider.`,
    ),
    `# ${enablingPorts.title}: ${enablingPorts.url}`,
    '#',
  ];
}

/** Describes the cluster, or only the cloud provider if no cluster was read. */
function headline({ cluster, asOf, platform, provider = '' }: PortsInput): string {
  if (asOf === undefined) return `Peer pod ports for the cloud provider ${comment(provider)}. No cluster was read.`;
  const time = `${formatTimestamp(asOf).slice(0, 16).replace('T', ' ')} UTC`;
  return platform === undefined
    ? l10n.t`Peer pod ports on ${comment(cluster)} (unknown platform), based on cluster data from ${time}.`
    : l10n.t`Peer pod ports on ${comment(cluster)} (${comment(platform)}), based on cluster data from ${time}.`;
}

/** Returns comments with the ports that the script opens. */
function openedPorts(input: PortsInput): readonly string[] {
  const [forwarder, vxlan] = portsOf(input);
  return [
    ...invalidPorts(input),
    `${forwarder}/tcp: connection from the shim on the node to the agent in the pod VM.`,
    `${vxlan}/tcp and ${vxlan}/udp: tunnel for the pod network. The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348), so the script opens both.`,
  ].map(renderShellComment);
}

/** Returns comments with the command that tests a connection, and the meaning of its results. */
function verification(forwarder: string): readonly string[] {
  return [
    'To test the connection from a worker node to a pod VM, replace NODE and IP, and run this command:',
    createPortTestCommand({ node: 'NODE', address: 'IP', port: forwarder }),
    'To explain the output, run Explain Status in VS Code, or osc-tools explain.',
    'Exit code 0: the port is open. Exit code 124: a firewall drops the packets. "Connection refused": the pod VM is reachable, but no process listens on the port. "No route to host": the node has no route to the network of the pod VM.',
  ].map(renderShellComment);
}

function awsCommands(input: PortsInput): readonly string[] {
  const { region, worker } = input;
  const id =
    worker === undefined ? undefined : /^aws:\/\/\/?[a-z0-9-]*\/(i-[0-9a-f]{8,17})$/.exec(worker.providerId)?.[1];
  const known = region !== undefined && /^[a-z]{2,3}(?:-[a-z]+){1,3}-\d{1,2}$/.test(region) ? region : undefined;
  const [forwarder, vxlan] = portsOf(input);
  return [
    ...openedPorts(input),
    renderShellComment(l10n.t`Opens the ports only between members of the same security group.`),
    renderShellComment(l10n.t`Requires the AWS CLI, logged in to the cluster's AWS account.`),
    'set -euo pipefail',
    '',
    id === undefined || worker === undefined
      ? renderShellComment(l10n.t`Instance ID of a worker node (read from the cluster).`)
      : renderShellComment(l10n.t`Instance ID of worker node ${comment(worker.name)}.`),
    id === undefined
      ? `INSTANCE_ID=$(oc get nodes -l 'node-role.kubernetes.io/worker' -o jsonpath='{.items[0].spec.providerID}' | sed 's#[^ ]*/##g')`
      : `INSTANCE_ID=${id}`,
    renderShellComment(l10n.t`Cluster region.`),
    known === undefined
      ? `AWS_REGION=$(oc get infrastructure/cluster -o jsonpath='{.status.platformStatus.aws.region}')`
      : `AWS_REGION=${known}`,
    '',
    renderShellComment(
      l10n.t`Security groups of this worker node. AWS_SG_IDS in peer-pods-cm should list the same groups, comma-separated.`,
    ),
    'groups=$(aws ec2 describe-instances --instance-ids "$INSTANCE_ID" \\',
    "  --query 'Reservations[*].Instances[*].SecurityGroups[*].GroupId' \\",
    '  --output text --region "$AWS_REGION")',
    '',
    ...compareGroups(input),
    renderShellComment(
      `open_port GROUP PORT PROTOCOL: ${l10n.t`opens the port. If the port is already open, the script continues.`}`,
    ),
    'open_port() {',
    '  local answer',
    '  if answer=$(aws ec2 authorize-security-group-ingress --group-id "$1" --protocol "$3" --port "$2" \\',
    '    --source-group "$1" --region "$AWS_REGION" 2>&1); then',
    `    echo ${quoteShellSentence(l10n.t`${createShellPlaceholder(0)}: opened port ${createShellPlaceholder(1)}`, '$1', '$2/$3')}`,
    '  elif [[ $answer == *InvalidPermission.Duplicate* ]]; then',
    `    echo ${quoteShellSentence(l10n.t`${createShellPlaceholder(0)}: port ${createShellPlaceholder(1)} is already open`, '$1', '$2/$3')}`,
    '  else',
    `    printf '%s\\n' "$answer" >&2`,
    '    return 1',
    '  fi',
    '}',
    '',
    'for group in $groups; do',
    `  open_port "$group" ${forwarder} tcp`,
    `  open_port "$group" ${vxlan} tcp`,
    `  open_port "$group" ${vxlan} udp`,
    'done',
    '',
    ...verification(forwarder),
  ];
}

/**
 * Compares the security groups of pod VMs with those of the worker node. The script opens the ports only between
 * members of the same group, so both must share a group.
 */
function compareGroups({ securityGroups = '' }: PortsInput): readonly string[] {
  if (!/^sg-[0-9a-f]{8,17}(?:,sg-[0-9a-f]{8,17})*$/.test(securityGroups)) return [];
  return [
    renderShellComment(l10n.t`Security groups for the pod VMs (AWS_SG_IDS in peer-pods-cm).`),
    `pod_vm_groups=${securityGroups}`,
    'common=',
    'for group in ${pod_vm_groups//,/ }; do',
    '  if grep -qw -- "$group" <<<"$groups"; then common=$group; fi',
    'done',
    'if [[ -z $common ]]; then',
    `  echo ${quoteShellSentence(l10n.t`Warning: the worker node isn't in any of these security groups: ${createShellPlaceholder(0)}. Worker nodes might not be able to reach the pod VMs. Check AWS_SG_IDS in peer-pods-cm.`, '$pod_vm_groups')} >&2`,
    'fi',
    '',
  ];
}

function portSentences(forwarder: string, vxlan: string): readonly string[] {
  return [
    forwarder === documentedPorts.forwarder
      ? l10n.t`${forwarder}/tcp: connection from the shim on the node to the agent in the pod VM.`
      : l10n.t`${forwarder}/tcp: connection from the shim on the node to the agent in the pod VM (FORWARDER_PORT in peer-pods-cm).`,
    vxlan === documentedPorts.vxlan
      ? l10n.t`${vxlan}/tcp: tunnel for the pod network. The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348). If pods start without network access, check that ${vxlan}/udp is also open.`
      : l10n.t`${vxlan}/tcp: tunnel for the pod network (VXLAN_PORT in peer-pods-cm). The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348). If pods start without network access, check that ${vxlan}/udp is also open.`,
  ];
}

/** Returns the ports from peer-pods-cm, or the documented ports if a value isn't a valid port. */
export function portsOf({
  forwarderPort,
  vxlanPort,
}: Partial<PortsInput>): readonly [forwarder: string, vxlan: string] {
  return [portOr(forwarderPort, documentedPorts.forwarder), portOr(vxlanPort, documentedPorts.vxlan)];
}

function portOr(text: string | undefined, otherwise: string): string {
  return text !== undefined && isPort(text) ? text : otherwise;
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535;
}

/** Describes each value in peer-pods-cm that isn't a port, because the documented port replaces it. */
function invalidPorts({ forwarderPort, vxlanPort }: PortsInput): readonly string[] {
  const settings = [
    ['FORWARDER_PORT', forwarderPort, documentedPorts.forwarder],
    ['VXLAN_PORT', vxlanPort, documentedPorts.vxlan],
  ] as const;
  return settings.flatMap(([key, value, documented]) =>
    value === undefined || value === '' || isPort(value)
      ? []
      : [
          l10n.t`${key} in peer-pods-cm isn't a port number: ${comment(value)}. The default port ${documented} is used instead.`,
        ],
  );
}

/** Formats text for a comment, on one line. */
function comment(text: string): string {
  return sanitizeLine(text, 100);
}
