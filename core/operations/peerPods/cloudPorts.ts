/**
 * Renders the commands that open the ports of peer pods on cloud providers for which the OSC documentation has no
 * commands. The scripts are in English, as runbooks are. They can be run again. None of them was run on a cloud.
 */
import { quoteShellWord, renderShellComment } from '#core/oc/shellText.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Provider } from '#core/peerPods/configKey.ts';

/** Values for the commands. Values in an unexpected format are ignored. */
interface CloudPortsInput {
  /** Data of peer-pods-cm. */
  readonly settings: Readonly<Record<string, string>>;
  readonly forwarder: string;
  readonly vxlan: string;
  /** Project, resource group, and region of the cluster, from the Infrastructure. */
  readonly project?: string | undefined;
  readonly region?: string | undefined;
}

type CloudCommands = (input: CloudPortsInput) => readonly string[];

/** Cloud providers with commands. */
export const cloudPortCommands: Readonly<Partial<Record<Provider, CloudCommands>>> = {
  azure: azureCommands,
  gcp: googleCloudCommands,
  ibmcloud: ibmCloudCommands,
  libvirt: libvirtCommands,
};

/** Returns the comments that each script starts with. */
function origin(source: string, ...more: readonly string[]): readonly string[] {
  return [`Not in the OSC documentation. Source: ${source}.`, ...more].map(renderShellComment);
}

/**
 * Returns the lines that set a variable. If the value is unknown or has an unexpected format, the user sets it in the
 * environment.
 * @param pattern format of the value; must not match line breaks
 */
function variable(name: string, value: string | undefined, pattern: RegExp, what: string): readonly string[] {
  if (value !== undefined && pattern.test(value)) return [`${name}=${quoteShellWord(value)}`];
  const unset = `${name}=\${${name}:?Set ${name} to ${what}}`;
  if (value === undefined || value === '') return [unset];
  return [renderShellComment(`The known value has an unexpected format: ${sanitizeLine(value, 100)}`), unset];
}

const resourceId = (type: string): RegExp =>
  new RegExp(`^/subscriptions/[\\w-]+/resourceGroups/[\\w.()-]+/providers/Microsoft\\.Network/${type}$`, 'i');

function azureCommands({ settings, forwarder, vxlan }: CloudPortsInput): readonly string[] {
  const subnet = settings['AZURE_SUBNET_ID'] ?? '';
  const isSubnet = resourceId('virtualNetworks/[\\w.-]+/subnets/[\\w.-]+').test(subnet);
  return [
    ...origin(
      'Azure CLI reference, az network nsg rule',
      'Opens the ports in the network security group of the pod VMs (AZURE_NSG_ID in peer-pods-cm), and in the network security group of their subnet, if the subnet has one. The rules allow traffic from the virtual network.',
      'Requires the Azure CLI, logged in to the subscription of the network.',
    ),
    'set -euo pipefail',
    '',
    ...variable(
      'AZURE_NSG_ID',
      settings['AZURE_NSG_ID'],
      resourceId('networkSecurityGroups/[\\w.-]+'),
      'the ID of the network security group of the pod VMs',
    ),
    ...(isSubnet ? [`AZURE_SUBNET_ID=${quoteShellWord(subnet)}`] : []),
    '',
    renderShellComment('open_ports NSG_ID PROTOCOL PORT...: creates a rule with the first free priority.'),
    'open_ports() {',
    '  local id=$1 protocol=$2 rule subscription group name used priority=1000',
    '  shift 2',
    "  rule=osc-peer-pods-$(printf '%s-' \"$protocol\" \"$@\" | tr '[:upper:]' '[:lower:]' | sed 's/-$//')",
    '  IFS=/ read -r _ _ subscription _ group _ _ _ name <<<"$id"',
    '  local nsg=(--subscription "$subscription" --resource-group "$group" --nsg-name "$name")',
    '  if az network nsg rule show "${nsg[@]}" --name "$rule" --output none 2>/dev/null; then',
    '    echo "$name: rule $rule already exists"',
    '    return 0',
    '  fi',
    `  used=$(az network nsg rule list "\${nsg[@]}" --query "[?direction=='Inbound'].priority" --output tsv)`,
    '  while grep -qx "$priority" <<<"$used"; do priority=$((priority + 1)); done',
    '  az network nsg rule create "${nsg[@]}" --name "$rule" --priority "$priority" --direction Inbound --access Allow \\',
    '    --protocol "$protocol" --source-address-prefixes VirtualNetwork --destination-port-ranges "$@" --output none',
    '  echo "$name: created rule $rule with priority $priority"',
    '}',
    '',
    'groups=("$AZURE_NSG_ID")',
    ...(isSubnet
      ? [
          'own=$(az network vnet subnet show --ids "$AZURE_SUBNET_ID" --query networkSecurityGroup.id --output tsv)',
          'if [[ -n $own && $own != "$AZURE_NSG_ID" ]]; then groups+=("$own"); fi',
        ]
      : []),
    'for group in "${groups[@]}"; do',
    `  open_ports "$group" Tcp ${forwarder} ${vxlan}`,
    `  open_ports "$group" Udp ${vxlan}`,
    'done',
  ];
}

function googleCloudCommands({ settings, forwarder, vxlan, project }: CloudPortsInput): readonly string[] {
  const network = settings['GCP_NETWORK'] ?? '';
  // A shared VPC is in another project, which contains its firewall rules.
  const [, shared, name] =
    /^(?:https:\/\/\S+?\/)?(?:projects\/([a-z0-9.:-]+)\/)?global\/networks\/([a-z0-9-]+)$/.exec(network) ?? [];
  return [
    ...origin(
      'Google Cloud SDK reference, gcloud compute firewall-rules create',
      'Opens the ports between all VMs of the network of the pod VMs (GCP_NETWORK in peer-pods-cm). For a shared VPC, the rule is in the project of the network.',
      'Requires the gcloud CLI, logged in with permission to create firewall rules.',
    ),
    'set -euo pipefail',
    '',
    ...variable(
      'GCP_NETWORK_PROJECT',
      shared ?? settings['GCP_PROJECT_ID'] ?? project,
      /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
      'the project of the network',
    ),
    ...variable('GCP_NETWORK_NAME', name, /^[a-z0-9-]+$/, 'the name of the network'),
    `rule=osc-peer-pods-${forwarder}-${vxlan}`,
    '',
    'if gcloud compute firewall-rules describe "$rule" --project="$GCP_NETWORK_PROJECT" >/dev/null 2>&1; then',
    '  echo "Rule $rule already exists"',
    'else',
    '  ranges=$(gcloud compute networks subnets list --project="$GCP_NETWORK_PROJECT" --network="$GCP_NETWORK_NAME" \\',
    "    --format='value(ipCidrRange)' | paste -s -d , -)",
    renderShellComment('Without source ranges, gcloud would allow traffic from any address.').replace(/^/, '  '),
    '  if [[ -z $ranges ]]; then',
    '    echo "Network $GCP_NETWORK_NAME in project $GCP_NETWORK_PROJECT has no subnets that you can list." >&2',
    '    exit 1',
    '  fi',
    '  gcloud compute firewall-rules create "$rule" --project="$GCP_NETWORK_PROJECT" --network="$GCP_NETWORK_NAME" \\',
    `    --direction=INGRESS --allow=tcp:${forwarder},tcp:${vxlan},udp:${vxlan} --source-ranges="$ranges"`,
    '  echo "Created rule $rule for $ranges"',
    'fi',
  ];
}

function ibmCloudCommands({ settings, forwarder, vxlan, region }: CloudPortsInput): readonly string[] {
  const groups = settings['IBMCLOUD_SECURITY_GROUP_IDS'] ?? settings['IBMCLOUD_VPC_SG_ID'];
  const isRegion = region !== undefined && /^[a-z]{2}-[a-z]{2,10}$/.test(region);
  return [
    ...origin(
      'IBM Cloud CLI reference for VPC, ibmcloud is security-group-rule-add',
      'Opens the ports only between members of the same security group. Worker nodes and pod VMs must share a group.',
      'Requires the IBM Cloud CLI with the VPC plug-in, logged in to the account of the cluster, and jq.',
    ),
    'set -euo pipefail',
    '',
    ...variable(
      'IBMCLOUD_SECURITY_GROUP_IDS',
      groups,
      /^[a-z0-9-]+(?:,[a-z0-9-]+)*$/,
      'the comma-separated IDs of the security groups',
    ),
    ...(isRegion ? [`ibmcloud target -r ${region} >/dev/null`] : []),
    '',
    renderShellComment('open_port GROUP PROTOCOL PORT: adds a rule, unless the group has one for exactly this port.'),
    'open_port() {',
    '  local rules',
    '  rules=$(ibmcloud is security-group-rules "$1" --output JSON)',
    '  if jq --exit-status --arg protocol "$2" --argjson port "$3" \\',
    `    'any(.[]; .direction == "inbound" and .protocol == $protocol and .port_min == $port and .port_max == $port)' \\`,
    '    <<<"$rules" >/dev/null; then',
    '    echo "$1: $3/$2 is already open"',
    '    return 0',
    '  fi',
    '  ibmcloud is security-group-rule-add "$1" inbound "$2" --remote "$1" --port-min "$3" --port-max "$3" >/dev/null',
    '  echo "$1: opened $3/$2"',
    '}',
    '',
    'IFS=, read -ra groups <<<"$IBMCLOUD_SECURITY_GROUP_IDS"',
    'for group in "${groups[@]}"; do',
    `  open_port "$group" tcp ${forwarder}`,
    `  open_port "$group" tcp ${vxlan}`,
    `  open_port "$group" udp ${vxlan}`,
    'done',
  ];
}

function libvirtCommands({ settings, forwarder, vxlan }: CloudPortsInput): readonly string[] {
  const network = settings['LIBVIRT_NET'] ?? '';
  return [
    ...origin(
      'firewalld manual page firewall-cmd(1)',
      'Opens the ports in the firewalld zone of the network of the pod VMs (LIBVIRT_NET in peer-pods-cm).',
      'Run the script as root on the host where the pod VMs run.',
    ),
    'set -euo pipefail',
    '',
    ...variable('LIBVIRT_NET', network === '' ? 'default' : network, /^[\w.-]+$/, 'the name of the libvirt network'),
    `bridge=$(virsh net-info "$LIBVIRT_NET" | awk '/^Bridge:/ {print $2}')`,
    'if [[ -z $bridge ]] || ! zone=$(firewall-cmd --get-zone-of-interface="$bridge"); then',
    `  echo "The bridge of network $LIBVIRT_NET isn't in a firewalld zone. Check that the network is active." >&2`,
    '  exit 1',
    'fi',
    '',
    `for port in ${forwarder}/tcp ${vxlan}/tcp ${vxlan}/udp; do`,
    '  if firewall-cmd --permanent --zone="$zone" --query-port="$port" >/dev/null; then',
    '    echo "$zone: $port is already open"',
    '  else',
    '    firewall-cmd --permanent --zone="$zone" --add-port="$port" >/dev/null',
    '    firewall-cmd --zone="$zone" --add-port="$port" >/dev/null',
    '    echo "$zone: opened $port"',
    '  fi',
    'done',
  ];
}
