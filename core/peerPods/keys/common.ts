/** Keys of peer-pods-cm that are read whatever the provider. Source: domain/02-peer-pods.md 2.5. */
import * as l10n from '@vscode/l10n';
import {
  adaptor111,
  adaptor112,
  adaptorUpstream,
  all,
  document112,
  issue,
  operator111,
  operatorDev,
} from '#core/product/sources.ts';
import type { ConfigKey } from '../configKey.ts';
import { providers } from '../providers.ts';
import { creatingPeerPodsConfigMap, enablingPorts, modifyingVmLimit } from '#core/product/docSections.ts';
import { booleanValues, notIn19, seenMissingIn19 } from './keyTemplates.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const entrypoint111 = adaptor111('src/cloud-api-adaptor/entrypoint.sh');
const entrypoint112 = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const main112 = adaptor112('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go');
const keep = () => l10n.t`Do not change it on OSC: the configuration of kata-remote on the nodes expects the default.`;
const anyValueTurnsOn = () =>
  l10n.t`Up to OSC 1.11 any value turns it on, even "false": to turn it off, leave the key out.`;

const secureComms = (name: string, type: 'boolean' | 'string', summary: Message): ConfigKey => ({
  name,
  type,
  summary,
  ...(type === 'boolean'
    ? {
        default: 'false',
        values: booleanValues(
          () => l10n.t`On.`,
          () => l10n.t`Off.`,
        ),
      }
    : {}),
  readBy: adaptor,
  until: '1.11',
  note: () => l10n.t`Gone from OSC 1.12.`,
  source: entrypoint111,
});

/** The keys that hold for every provider. */
export const commonKeys: readonly ConfigKey[] = [
  {
    name: 'CLOUD_PROVIDER',
    type: 'enum',
    summary: () => l10n.t`The cloud in which pod VMs run. Decides which other keys are read.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    values: Object.fromEntries(providers.map(({ name, summary }) => [name, summary])),
    form: () => l10n.t`In lower case.`,
    note: () =>
      l10n.t`With anything else cloud-api-adaptor prints its usage and ends, and the operator reports "Pod VM image provider is unsupported".`,
    section: creatingPeerPodsConfigMap,
    source: all(entrypoint112, operator111('controllers/image_generator.go')),
  },
  {
    name: 'VXLAN_PORT',
    type: 'port',
    summary: () => l10n.t`UDP port of the VXLAN tunnel between worker node and pod VM.`,
    default: '4789',
    sample: '9000',
    readBy: adaptor,
    minimum: 1,
    maximum: 65535,
    note: () =>
      l10n.t`The documents open port 9000 in the firewall and always set it. The default 4789 clashes with networks that use VXLAN themselves.`,
    section: enablingPorts,
    source: all(
      document112('3.1'),
      document112('3.2'),
      main112,
      issue('confidential-containers/cloud-api-adaptor', 244),
    ),
  },
  {
    name: 'TUNNEL_TYPE',
    type: 'string',
    summary: () => l10n.t`Kind of tunnel between worker node and pod VM.`,
    default: 'vxlan',
    readBy: adaptor,
    source: entrypoint112,
  },
  {
    name: 'PROXY_TIMEOUT',
    type: 'duration',
    summary: () => l10n.t`How long cloud-api-adaptor tries to reach the agent of a new pod VM before it gives up.`,
    default: '5m',
    sample: '5m',
    readBy: adaptor,
    form: () => l10n.t`A Go duration with its unit: \`5m\`, \`90s\`, \`1h30m\`.`,
    note: () =>
      l10n.t`A number without a unit: up to OSC 1.11 cloud-api-adaptor does not start, from 1.12 on it is ignored and 5m applies.`,
    section: creatingPeerPodsConfigMap,
    source: all(
      document112('3.2'),
      adaptor112('src/cloud-api-adaptor/pkg/adaptor/proxy/proxy.go'),
      adaptor112('src/cloud-providers/util.go'),
    ),
  },
  {
    name: 'FORWARDER_PORT',
    type: 'port',
    summary: () => l10n.t`TCP port on which the agent of the pod VM is reached.`,
    default: '15150',
    readBy: adaptor,
    minimum: 1,
    maximum: 65535,
    note: () => l10n.t`The documents open 15150 in the firewall.`,
    section: enablingPorts,
    source: all(document112('3.1'), adaptor112('src/cloud-api-adaptor/pkg/forwarder/forwarder.go')),
  },
  {
    name: 'PEERPODS_LIMIT_PER_NODE',
    type: 'integer',
    summary: () => l10n.t`How many peer pods may run per worker node.`,
    default: '10',
    sample: '10',
    readBy: adaptor,
    note: () => l10n.t`Takes the place of \`spec.limit\` of PeerPodConfig. What 0 or -1 does is not documented.`,
    section: modifyingVmLimit,
    source: all(document112('3.2'), entrypoint111, operatorDev('ed43ab21', 'controllers/migrate.go')),
  },
  {
    name: 'PEERPODS_DEVELOPER_MODE',
    type: 'boolean',
    summary: () => l10n.t`Keeps what is needed to look into a pod VM. For developers of cloud-api-adaptor.`,
    readBy: adaptor,
    unverified: true,
    source: adaptorUpstream('src/cloud-api-adaptor/docs/debugging.md'),
  },
  {
    name: 'INITDATA',
    type: 'initdata',
    summary: () =>
      l10n.t`The initdata of every pod VM that does not bring its own: policy and attestation settings, measured at start.`,
    readBy: adaptor,
    form: () => l10n.t`base64 of gzip of TOML, in one line.`,
    note: () =>
      [
        l10n.t`With the feature gate \`confidential\` off, the operator overwrites it with initdata that allows everything.`,
        l10n.t`The annotation of a pod wins over it. A value that cannot be read stops cloud-api-adaptor: "failed to parse global initdata".`,
      ].join(getSentenceSeparator()),
    source: all(main112, operatorDev('933eb47f', 'controllers/confidential_handler.go')),
  },
  {
    name: 'PAUSE_IMAGE',
    type: 'string',
    summary: () => l10n.t`The image of the pause container in the pod VM.`,
    readBy: adaptor,
    note: () => l10n.t`Leave it unset on OSC.`,
    source: entrypoint112,
  },
  {
    name: 'PODS_DIR',
    type: 'path',
    summary: () => l10n.t`Where cloud-api-adaptor keeps what it knows of its pods, on the node.`,
    default: '/run/peerpod/pods',
    readBy: adaptor,
    note: keep,
    source: all(main112, operator111('config/peerpods/mc-40-kata-remote-config.yaml')),
  },
  {
    name: 'REMOTE_HYPERVISOR_ENDPOINT',
    type: 'path',
    summary: () => l10n.t`The socket by which the kata runtime of the node talks to cloud-api-adaptor.`,
    default: '/run/peerpod/hypervisor.sock',
    readBy: adaptor,
    note: keep,
    source: all(main112, operator111('config/peerpods/mc-40-kata-remote-config.yaml')),
  },
  {
    name: 'CACERT_FILE',
    type: 'path',
    summary: () => l10n.t`Certificate authority by which cloud-api-adaptor and pod VM trust each other.`,
    readBy: adaptor,
    source: entrypoint111,
  },
  {
    name: 'CERT_FILE',
    type: 'path',
    summary: () => l10n.t`Client certificate of cloud-api-adaptor.`,
    readBy: adaptor,
    note: () => l10n.t`Up to OSC 1.11 used only together with CERT_KEY.`,
    source: entrypoint111,
  },
  {
    name: 'CERT_KEY',
    type: 'path',
    summary: () => l10n.t`File with the key of the client certificate.`,
    readBy: adaptor,
    note: () => l10n.t`Up to OSC 1.11 used only together with CERT_FILE.`,
    source: entrypoint111,
  },
  {
    name: 'TLS_SKIP_VERIFY',
    type: 'boolean',
    summary: () => l10n.t`Skips the check of certificates between cloud-api-adaptor and pod VM. For tests only.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () =>
        l10n.t`Certificates aren't verified. Anyone who intercepts the connection can read and change traffic to the pod VM.`,
      () => l10n.t`Certificates are checked.`,
    ),
    note: anyValueTurnsOn,
    source: all(entrypoint111, adaptor112('src/cloud-providers/util.go')),
  },
  {
    name: 'TLS_MIN_VERSION',
    type: 'enum',
    summary: () => l10n.t`The oldest TLS version that cloud-api-adaptor accepts.`,
    readBy: adaptor,
    values: {
      VersionTLS12: () => l10n.t`TLS 1.2 and newer.`,
      VersionTLS13: () => l10n.t`TLS 1.3 only; TLS_CIPHER_SUITES must then be unset.`,
    },
    unverified: true,
    note: () => l10n.t`Upstream since June 2026; OSC 1.12 does not read it.`,
    source: adaptorUpstream('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go'),
  },
  {
    name: 'TLS_CIPHER_SUITES',
    type: 'list',
    summary: () => l10n.t`The cipher suites that cloud-api-adaptor accepts, by their IANA names.`,
    readBy: adaptor,
    unverified: true,
    note: () =>
      l10n.t`Upstream since June 2026; OSC 1.12 does not read it. Together with VersionTLS13 it is an error: "invalid TLS profile".`,
    source: adaptorUpstream('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go'),
  },
  {
    name: 'CLOUD_CONFIG_VERIFY',
    type: 'boolean',
    summary: () =>
      l10n.t`Checks the settings of the cloud (such as that an image is set) when cloud-api-adaptor starts.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () => l10n.t`cloud-api-adaptor ends when the check fails.`,
      () => l10n.t`Faults show when the first pod VM is made.`,
    ),
    source: entrypoint111,
  },
  {
    name: 'ENABLE_SCRATCH_SPACE',
    type: 'boolean',
    summary: () => l10n.t`Sets space aside on the disk of the pod VM for scratch data.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () => l10n.t`With scratch space.`,
      () => l10n.t`Without.`,
    ),
    note: notIn19,
    source: all(entrypoint111, seenMissingIn19),
  },
  {
    name: 'EXTERNAL_NETWORK_VIA_PODVM',
    type: 'boolean',
    summary: () =>
      l10n.t`Experimental: traffic out of the cluster leaves by the network of the pod VM, not by the worker node.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () => l10n.t`By the pod VM.`,
      () => l10n.t`By the worker node.`,
    ),
    note: () => `${anyValueTurnsOn()}${getSentenceSeparator()}${notIn19()}`,
    source: all(entrypoint111, seenMissingIn19),
  },
  {
    name: 'POD_SUBNET_CIDRS',
    type: 'list',
    summary: () => l10n.t`Experimental, with EXTERNAL_NETWORK_VIA_PODVM: the networks of the pods of the cluster.`,
    readBy: adaptor,
    form: () => l10n.t`Networks such as \`10.128.0.0/14\`, with commas between and no blanks.`,
    note: notIn19,
    source: all(entrypoint111, seenMissingIn19),
  },
  secureComms('SECURE_COMMS', 'boolean', () => l10n.t`Wraps all traffic between worker node and pod VM in SSH.`),
  secureComms('SECURE_COMMS_NO_TRUSTEE', 'boolean', () => l10n.t`Does so without fetching keys from Trustee.`),
  secureComms('SECURE_COMMS_INBOUNDS', 'string', () => l10n.t`Extra inbound tunnels at the worker node.`),
  secureComms('SECURE_COMMS_OUTBOUNDS', 'string', () => l10n.t`Extra outbound tunnels at the worker node.`),
  secureComms('SECURE_COMMS_PP_INBOUNDS', 'string', () => l10n.t`Extra inbound tunnels at the pod VM.`),
  secureComms('SECURE_COMMS_PP_OUTBOUNDS', 'string', () => l10n.t`Extra outbound tunnels at the pod VM.`),
  secureComms('SECURE_COMMS_KBS_ADDR', 'string', () => l10n.t`Address of the key broker of Trustee.`),
  {
    name: 'CRI_RUNTIME_ENDPOINT',
    type: 'path',
    summary: () => l10n.t`The socket of the container runtime of the node.`,
    default: '/run/cri-runtime.sock',
    readBy: adaptor,
    source: entrypoint112,
  },
  {
    name: 'ENABLE_CLOUD_PROVIDER_EXTERNAL_PLUGIN',
    type: 'boolean',
    summary: () => l10n.t`Loads a cloud provider from a plug-in that is not part of cloud-api-adaptor.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () => l10n.t`Plug-ins are loaded.`,
      () => l10n.t`Built-in providers only.`,
    ),
    source: entrypoint112,
  },
];
