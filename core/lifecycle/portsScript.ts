/**
 * The documented commands that open the ports of peer pods, as a script for one cluster. Nobody runs it here.
 * Sources: OSC 1.12 §3.1 (AWS alone); ports: openshift/cloud-api-adaptor@067d2068 src/cloud-api-adaptor/pkg/forwarder/forwarder.go:28, OSC 1.12 §3.2 (VXLAN_PORT).
 */
import { enablingPorts } from '../docSections.ts';
import { oneLine } from '../live/words.ts';

export interface PortsInput {
  /** The context, for people. */
  readonly cluster: string;
  /** Of Infrastructure: `AWS`; undefined: not known. */
  readonly platform?: string;
  readonly region?: string;
  /** A worker, and `spec.providerID` of it: `aws:///us-east-2a/i-0abc`. */
  readonly worker?: { readonly name: string; readonly providerId: string };
  /** Of peer-pods-cm: `FORWARDER_PORT`, `VXLAN_PORT`. */
  readonly forwarderPort?: string;
  readonly vxlanPort?: string;
  /** `10:41`. */
  readonly asOf: string;
}

/** Where the shim on a node reaches the agent in the pod VM, and the tunnel for the network of the pod. */
export const documentedPorts = { forwarder: '15150', vxlan: '9000' } as const;

/** A shell script, commented. Where the documents have no commands for the cloud, it says what must be open and runs nothing. */
export function portsScript(input: PortsInput): string {
  return [...head(input), ...(input.platform === 'AWS' ? awsCommands(input) : otherCloud(input)), ''].join('\n');
}

function head({ cluster, asOf, platform }: PortsInput): readonly string[] {
  return [
    '#!/usr/bin/env bash',
    `# The ports of peer pods on ${comment(cluster)} (${comment(platform ?? 'platform not known')}), as of ${asOf}.`,
    '# Nothing of it has been run. Read it, then run it where you are logged in to the cloud.',
    `# ${enablingPorts.title}: ${enablingPorts.url}`,
    '#',
  ];
}

function awsCommands(input: PortsInput): readonly string[] {
  const { region, worker } = input;
  const id = worker === undefined ? undefined : /^aws:\/\/\/?[a-z0-9-]*\/(i-[0-9a-f]{8,17})$/.exec(worker.providerId)?.[1];
  const known = region !== undefined && /^[a-z]{2,3}(?:-[a-z]+){1,3}-\d{1,2}$/.test(region) ? region : undefined;
  const [forwarder, vxlan] = portsOf(input);
  return [
    ...explained(forwarder, vxlan),
    '# Each security group is opened to itself: nodes and pod VMs that are in it reach each other, nobody else does.',
    '# It needs the AWS command line, logged in to the account of the cluster.',
    'set -euo pipefail',
    '',
    id === undefined || worker === undefined ? '# The instance of a worker, asked of the cluster.' : `# The instance of the worker ${comment(worker.name)}.`,
    id === undefined
      ? `INSTANCE_ID=$(oc get nodes -l 'node-role.kubernetes.io/worker' -o jsonpath='{.items[0].spec.providerID}' | sed 's#[^ ]*/##g')`
      : `INSTANCE_ID=${id}`,
    '# The region of the cluster.',
    known === undefined ? `AWS_REGION=$(oc get infrastructure/cluster -o jsonpath='{.status.platformStatus.aws.region}')` : `AWS_REGION=${known}`,
    '',
    '# The security groups of that worker. AWS_SG_IDS of peer-pods-cm should name the same, with commas between.',
    'groups=$(aws ec2 describe-instances --instance-ids "$INSTANCE_ID" \\',
    "  --query 'Reservations[*].Instances[*].SecurityGroups[*].GroupId' \\",
    '  --output text --region "$AWS_REGION")',
    '',
    '# open_port GROUP PORT: a rule that is there already is no fault.',
    'open_port() {',
    '  local answer',
    '  if answer=$(aws ec2 authorize-security-group-ingress --group-id "$1" --protocol tcp --port "$2" \\',
    '    --source-group "$1" --region "$AWS_REGION" 2>&1); then',
    '    echo "$1: port $2 is open now"',
    '  elif [[ $answer == *InvalidPermission.Duplicate* ]]; then',
    '    echo "$1: port $2 was open"',
    '  else',
    `    printf '%s\\n' "$answer" >&2`,
    '    return 1',
    '  fi',
    '}',
    '',
    'for group in $groups; do',
    `  open_port "$group" ${forwarder}`,
    `  open_port "$group" ${vxlan}`,
    'done',
  ];
}

function otherCloud(input: PortsInput): readonly string[] {
  const [forwarder, vxlan] = portsOf(input);
  const where = ['BareMetal', 'None', 'VSphere', 'Nutanix', 'OpenStack', 'oVirt', 'External'].includes(input.platform ?? '')
    ? 'Peer pods take their virtual machines from a cloud: open the ports in the firewall between the nodes and the network of the pod VMs.'
    : 'Open them in the firewall of your cloud, between the nodes and the subnet of the pod VMs, in both directions.';
  return [
    ...explained(forwarder, vxlan),
    `# The documents that are known here have the commands for AWS alone. ${where}`,
    "# With the provider's own tools, so that it stays as you manage it; nothing is guessed here.",
    '',
    `echo 'This script has no commands for ${/^\w{1,40}$/.test(input.platform ?? '') ? (input.platform ?? '') : 'this platform'}: see its comments.' >&2`,
    'exit 1',
  ];
}

function explained(forwarder: string, vxlan: string): readonly string[] {
  return [
    `# ${forwarder}/tcp: the shim on the node talks to the agent in the pod VM${forwarder === documentedPorts.forwarder ? '' : ' (FORWARDER_PORT of peer-pods-cm)'}.`,
    `# ${vxlan}/tcp: the tunnel for the network of the pod${vxlan === documentedPorts.vxlan ? '' : ' (VXLAN_PORT of peer-pods-cm)'}. The documents open it for TCP; VXLAN itself runs over`,
    `#   UDP (RFC 7348): where pods start and have no network, look whether ${vxlan}/udp is open, too.`,
  ];
}

/** What peer-pods-cm says counts, when it is a port. */
function portsOf({ forwarderPort, vxlanPort }: PortsInput): readonly [forwarder: string, vxlan: string] {
  return [portOr(forwarderPort, documentedPorts.forwarder), portOr(vxlanPort, documentedPorts.vxlan)];
}

function portOr(text: string | undefined, otherwise: string): string {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535 ? text : otherwise;
}

/** In a comment: on its line. */
function comment(text: string): string {
  return oneLine(text, 100);
}
