/** Texts for the examples of peer-pods-cm rules: a valid ConfigMap with the lines that an example shows. */

const own: Readonly<Record<string, readonly string[]>> = {
  aws: [
    'AWS_REGION: "us-east-2"',
    'AWS_SUBNET_ID: "subnet-0123456789abcdef0"',
    'AWS_VPC_ID: "vpc-0123456789abcdef0"',
    'AWS_SG_IDS: "sg-0123456789abcdef0"',
  ],
  azure: [
    'AZURE_REGION: "eastus"',
    'AZURE_RESOURCE_GROUP: "cluster-rg"',
    'AZURE_SUBNET_ID: "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/n/subnets/worker"',
  ],
  gcp: ['GCP_PROJECT_ID: "my-project"', 'GCP_ZONE: "us-central1-a"', 'GCP_NETWORK: "global/networks/default"'],
  libvirt: [
    'LIBVIRT_POOL: "default"',
    'LIBVIRT_VOL_NAME: "podvm-base.qcow2"',
    'LIBVIRT_DIR_NAME: "/var/lib/libvirt/images"',
  ],
  ibmcloud: [],
};

const head = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
`;

/**
 * Returns a complete ConfigMap for a cloud provider. Each line adds a key, or replaces the key with the same name. A
 * line that starts with `#` marks positions in the previous line. A line that starts with `^` marks the key of the
 * previous line.
 */
export function mapFor(provider: string, ...lines: readonly string[]): string {
  const given = new Set(lines.map(nameIn));
  const right = [`CLOUD_PROVIDER: "${provider}"`, 'VXLAN_PORT: "9000"', ...(own[provider] ?? [])].filter(
    (line) => !given.has(nameIn(line)),
  );
  return mapOf(...right, ...lines);
}

/** Returns a ConfigMap with only these lines. */
export function mapOf(...lines: readonly string[]): string {
  return `${head}${lines.map((line) => `${indented(line)}\n`).join('')}`;
}

/**
 * Indents a line of the data. In a line with marks, only the part after `#` is indented, so that a mark can reach the
 * first column of the data.
 */
function indented(line: string): string {
  if (line.startsWith('^')) return `# ${line}`;
  return line.startsWith('#') ? `#  ${line.slice(1)}` : `  ${line}`;
}

function nameIn(line: string): string {
  return /^["']?([\w.-]+)/.exec(line)?.[1] ?? '';
}
