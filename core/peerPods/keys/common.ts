/** Keys of peer-pods-cm that apply to all providers. Source: domain/02-peer-pods.md 2.5. */
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
import { booleanValues, notIn19, onlyUpstream, sourceOfNotIn19 } from './keyTemplates.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { noText, type Message } from '#core/text/message.ts';

const adaptor = ['cloud-api-adaptor'] as const;
const entrypoint111 = adaptor111('src/cloud-api-adaptor/entrypoint.sh');
const tlsKeySource = all(
  adaptorUpstream('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go'),
  operatorDev('00b58ece', 'controllers/peerpods.go'),
);
/** Note for a key that newer operators set themselves. */
const noteOnTlsKey = () =>
  [
    onlyUpstream(),
    l10n.t`In OSC 1.13 and later, the operator probably sets this key from the cluster's TLS security profile, and its value takes precedence.`,
  ].join(getSentenceSeparator());
const entrypoint112 = adaptor112('src/cloud-api-adaptor/entrypoint.sh');
const main112 = adaptor112('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go');
const keep = () =>
  l10n.t`Don't change this key on OSC. The kata-remote configuration on the nodes expects the default.`;
const onlyTogether = (other: string) => l10n.t`In OSC 1.11 and earlier, used only together with ${other}.`;
const anyValueTurnsOn = () =>
  l10n.t`In OSC 1.11 and earlier, any value, even "false", has the same effect as "true". To disable this option, remove the key.`;

const secureComms = (name: string, type: 'boolean' | 'string', summary: Message): ConfigKey => ({
  name,
  type,
  summary,
  ...(type === 'boolean' ? { default: 'false' } : {}),
  readBy: adaptor,
  until: '1.11',
  source: entrypoint111,
});

/** Keys that apply to every provider. */
export const commonKeys: readonly ConfigKey[] = [
  {
    name: 'CLOUD_PROVIDER',
    type: 'enum',
    summary: () => l10n.t`Cloud provider for pod VMs. Determines which other keys apply.`,
    readBy: ['operator', 'cloud-api-adaptor'],
    requiredBy: ['operator', 'cloud-api-adaptor'],
    values: Object.fromEntries(providers.map(({ name, summary }) => [name, summary])),
    form: () => l10n.t`Must be lowercase.`,
    note: () =>
      l10n.t`With any other value, cloud-api-adaptor prints its usage and exits, and the operator reports "Pod VM image provider is unsupported".`,
    section: creatingPeerPodsConfigMap,
    source: all(entrypoint112, operator111('controllers/image_generator.go')),
  },
  {
    name: 'VXLAN_PORT',
    type: 'port',
    summary: () => l10n.t`UDP port for the VXLAN tunnel between the worker node and the pod VM.`,
    default: '4789',
    sample: '9000',
    readBy: adaptor,
    minimum: 1,
    maximum: 65535,
    note: () =>
      l10n.t`In the OSC documentation, this key is always 9000, and the firewall rules open port 9000. The default 4789 conflicts with networks that use VXLAN.`,
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
    type: 'enum',
    summary: () => l10n.t`Type of tunnel between the worker node and the pod VM.`,
    default: 'vxlan',
    readBy: adaptor,
    values: { vxlan: () => l10n.t`The only supported tunnel type.` },
    source: all(entrypoint112, adaptor112('src/cloud-api-adaptor/pkg/podnetwork/common.go')),
  },
  {
    name: 'PROXY_TIMEOUT',
    type: 'duration',
    summary: () => l10n.t`How long cloud-api-adaptor tries to connect to the agent of a new pod VM.`,
    default: '5m',
    sample: '5m',
    readBy: adaptor,
    form: () => l10n.t('A Go duration with units, such as `5m`, `90s`, or `1h30m`.'),
    note: () =>
      l10n.t`If the unit is missing, cloud-api-adaptor fails to start in OSC 1.11 and earlier. In OSC 1.12 and later, the value is ignored, and 5m applies.`,
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
    summary: () => l10n.t`TCP port for connections to the agent in the pod VM.`,
    default: '15150',
    readBy: adaptor,
    minimum: 1,
    maximum: 65535,
    note: () => l10n.t`In the OSC documentation, the firewall rules open port 15150.`,
    section: enablingPorts,
    source: all(document112('3.1'), adaptor112('src/cloud-api-adaptor/pkg/forwarder/forwarder.go')),
  },
  {
    name: 'PEERPODS_LIMIT_PER_NODE',
    type: 'integer',
    summary: () => l10n.t`Maximum number of peer pods per worker node.`,
    default: '10',
    sample: '10',
    readBy: adaptor,
    note: () => l10n.t("Replaces `spec.limit` in PeerPodConfig. The effect of 0 or -1 isn't documented."),
    section: modifyingVmLimit,
    source: all(document112('3.2'), entrypoint111, operatorDev('ed43ab21', 'controllers/migrate.go')),
  },
  {
    name: 'PEERPODS_DEVELOPER_MODE',
    type: 'boolean',
    summary: () => l10n.t`Keeps the data needed to inspect a pod VM. For developers of cloud-api-adaptor.`,
    readBy: adaptor,
    unverified: true,
    source: adaptorUpstream('src/cloud-api-adaptor/docs/debugging.md'),
  },
  {
    name: 'INITDATA',
    type: 'initdata',
    summary: () =>
      l10n.t`Default initdata for pod VMs without their own initdata. Contains the policy and attestation settings, and is measured at startup.`,
    readBy: adaptor,
    form: () => l10n.t`Base64-encoded gzip of TOML, on a single line.`,
    note: () =>
      [
        l10n.t(
          'If the feature gate `confidential` is disabled, the operator overwrites this key with initdata that allows everything.',
        ),
        l10n.t`A pod annotation takes precedence. If the value is unreadable, cloud-api-adaptor exits with "failed to parse global initdata".`,
      ].join(getSentenceSeparator()),
    source: all(main112, operatorDev('933eb47f', 'controllers/confidential_handler.go')),
  },
  {
    name: 'PAUSE_IMAGE',
    type: 'string',
    summary: () => l10n.t`Image for the pause container in the pod VM.`,
    readBy: adaptor,
    note: () => l10n.t`Don't set this key on OSC.`,
    source: entrypoint112,
  },
  {
    name: 'PODS_DIR',
    type: 'path',
    summary: () => l10n.t`Path on the node where cloud-api-adaptor stores data about its pods.`,
    default: '/run/peerpod/pods',
    readBy: adaptor,
    note: keep,
    source: all(main112, operator111('config/peerpods/mc-40-kata-remote-config.yaml')),
  },
  {
    name: 'REMOTE_HYPERVISOR_ENDPOINT',
    type: 'path',
    summary: () => l10n.t`Socket that the Kata runtime on the node uses to communicate with cloud-api-adaptor.`,
    default: '/run/peerpod/hypervisor.sock',
    readBy: adaptor,
    note: keep,
    source: all(main112, operator111('config/peerpods/mc-40-kata-remote-config.yaml')),
  },
  {
    name: 'CACERT_FILE',
    type: 'path',
    summary: () =>
      l10n.t`Path to the certificate authority (CA) certificate for mutual TLS between cloud-api-adaptor and the pod VM.`,
    readBy: adaptor,
    source: entrypoint111,
  },
  {
    name: 'CERT_FILE',
    type: 'path',
    summary: () => l10n.t`Path to the client certificate that cloud-api-adaptor uses.`,
    readBy: adaptor,
    note: () => onlyTogether('CERT_KEY'),
    source: entrypoint111,
  },
  {
    name: 'CERT_KEY',
    type: 'path',
    summary: () => l10n.t`Path to the private key for the client certificate.`,
    readBy: adaptor,
    note: () => onlyTogether('CERT_FILE'),
    source: entrypoint111,
  },
  {
    name: 'TLS_SKIP_VERIFY',
    type: 'boolean',
    summary: () => l10n.t`Skips certificate verification between cloud-api-adaptor and the pod VM. For tests only.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () =>
        l10n.t`Certificates aren't verified. Anyone who intercepts the connection can read and change traffic to the pod VM.`,
      noText,
    ),
    note: anyValueTurnsOn,
    source: all(entrypoint111, adaptor112('src/cloud-providers/util.go')),
  },
  {
    name: 'TLS_MIN_VERSION',
    type: 'enum',
    summary: () => l10n.t`Minimum TLS version that cloud-api-adaptor accepts.`,
    readBy: adaptor,
    values: {
      VersionTLS12: () => l10n.t`TLS 1.2 and later.`,
      VersionTLS13: () => l10n.t`TLS 1.3 only. TLS_CIPHER_SUITES must not be set.`,
    },
    unverified: true,
    notIn: '1.12',
    note: noteOnTlsKey,
    source: tlsKeySource,
  },
  {
    name: 'TLS_CIPHER_SUITES',
    type: 'list',
    summary: () => l10n.t`Cipher suites that cloud-api-adaptor accepts, by IANA name.`,
    readBy: adaptor,
    unverified: true,
    notIn: '1.12',
    note: () =>
      [noteOnTlsKey(), l10n.t`Together with VersionTLS13, this key causes the error "invalid TLS profile".`].join(
        getSentenceSeparator(),
      ),
    source: tlsKeySource,
  },
  {
    name: 'CLOUD_CONFIG_VERIFY',
    type: 'boolean',
    summary: () =>
      l10n.t`Validates the cloud provider settings (for example, that an image is set) when cloud-api-adaptor starts.`,
    default: 'false',
    readBy: adaptor,
    values: booleanValues(
      () => l10n.t`cloud-api-adaptor exits if the validation fails.`,
      () => l10n.t`Invalid settings cause errors only when the first pod VM is created.`,
    ),
    source: entrypoint111,
  },
  {
    name: 'ENABLE_SCRATCH_SPACE',
    type: 'boolean',
    summary: () => l10n.t`Reserves space on the pod VM disk for scratch data.`,
    default: 'false',
    readBy: adaptor,
    note: notIn19,
    source: all(entrypoint111, sourceOfNotIn19),
  },
  {
    name: 'EXTERNAL_NETWORK_VIA_PODVM',
    type: 'boolean',
    summary: () =>
      l10n.t`Experimental. Sends outbound cluster traffic through the pod VM network instead of the worker node.`,
    default: 'false',
    readBy: adaptor,
    note: () => `${anyValueTurnsOn()}${getSentenceSeparator()}${notIn19()}`,
    source: all(entrypoint111, sourceOfNotIn19),
  },
  {
    name: 'POD_SUBNET_CIDRS',
    type: 'list',
    summary: () => l10n.t`Experimental. Cluster pod networks, used with EXTERNAL_NETWORK_VIA_PODVM.`,
    readBy: adaptor,
    pattern: /^[0-9A-Fa-f.:]+\/\d{1,3}$/,
    form: () => l10n.t('Comma-separated networks, such as `10.128.0.0/14`, without spaces.'),
    note: notIn19,
    source: all(entrypoint111, sourceOfNotIn19, adaptor112('src/cloud-api-adaptor/pkg/podnetwork/workernode.go')),
  },
  secureComms(
    'SECURE_COMMS',
    'boolean',
    () => l10n.t`Tunnels all traffic between the worker node and the pod VM through SSH.`,
  ),
  secureComms(
    'SECURE_COMMS_NO_TRUSTEE',
    'boolean',
    () => l10n.t`Uses the SSH tunnel without getting keys from Trustee.`,
  ),
  secureComms('SECURE_COMMS_INBOUNDS', 'string', () => l10n.t`Additional tunnels on the worker node.`),
  secureComms('SECURE_COMMS_OUTBOUNDS', 'string', () => l10n.t`Additional tunnels on the worker node.`),
  secureComms('SECURE_COMMS_PP_INBOUNDS', 'string', () => l10n.t`Additional tunnels on the pod VM.`),
  secureComms('SECURE_COMMS_PP_OUTBOUNDS', 'string', () => l10n.t`Additional tunnels on the pod VM.`),
  secureComms('SECURE_COMMS_KBS_ADDR', 'string', () => l10n.t`Address of the Key Broker Service (Trustee).`),
  {
    name: 'CRI_RUNTIME_ENDPOINT',
    type: 'path',
    summary: () => l10n.t`Container runtime socket on the node.`,
    default: '/run/cri-runtime.sock',
    readBy: adaptor,
    source: entrypoint112,
  },
  {
    name: 'ENABLE_CLOUD_PROVIDER_EXTERNAL_PLUGIN',
    type: 'boolean',
    summary: () => l10n.t`Loads a cloud provider from a plugin that isn't part of cloud-api-adaptor.`,
    default: 'false',
    readBy: adaptor,
    source: entrypoint112,
  },
];
